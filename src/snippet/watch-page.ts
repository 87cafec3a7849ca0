/** The page as it changes after it has loaded: by frameworks that render late, and by single-page shops. */

/** Frameworks change a page many times in a moment. */
const PAUSE_MS = 200

/**
 * Calls back as the page changes, until it is told to stop.
 * @returns stops it
 */
export function watchPage(onChange: () => void): () => undefined {
  let pause: ReturnType<typeof setTimeout> | undefined
  const observer = new MutationObserver(() => {
    pause ??= setTimeout(() => {
      pause = undefined
      onChange()
    }, PAUSE_MS)
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
  return () => {
    observer.disconnect()
    clearTimeout(pause)
    return undefined
  }
}
