/** The page as it changes after it has loaded: by frameworks that render late, and by single-page shops. */

/** Frameworks change a page many times in a moment. */
const PAUSE_MS = 200
/** A page that is open for long is looked at less often: carousels change it for ever. */
const LATER_PAUSE_MS = 2_000
const LONG_MS = 30_000

/**
 * Calls back as the page changes, until it is told to stop. Also while it is hidden: a payment app may be in front of it.
 *
 * @returns stops it
 */
export function watchPage(onChange: () => void): () => undefined {
  const since = Date.now()
  let pause: ReturnType<typeof setTimeout> | undefined
  const observer = new MutationObserver(() => {
    const pauseMs = Date.now() - since < LONG_MS ? PAUSE_MS : LATER_PAUSE_MS
    pause ??= setTimeout(() => {
      pause = undefined
      onChange()
    }, pauseMs)
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
  return () => {
    observer.disconnect()
    clearTimeout(pause)
    return undefined
  }
}
