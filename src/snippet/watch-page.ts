/** The page as it changes after it has loaded: by frameworks that render late, and by single-page shops. */

const LONGEST_MS = 30_000
/** Frameworks change a page many times in a moment. */
const PAUSE_MS = 200

/**
 * Calls back as the page changes, until it is told to stop or 30 s are over.
 *
 * @param whenOver called when they are
 * @returns stops it
 */
export function watchPage(onChange: () => void, whenOver: () => void): () => undefined {
  let pause: ReturnType<typeof setTimeout> | undefined
  const observer = new MutationObserver(() => {
    pause ??= setTimeout(() => {
      pause = undefined
      onChange()
    }, PAUSE_MS)
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
  const stop = () => {
    observer.disconnect()
    clearTimeout(pause)
    clearTimeout(end)
    return undefined
  }
  const end = setTimeout(() => {
    stop()
    whenOver()
  }, LONGEST_MS)
  return stop
}
