/** Watches the page's changes after it has loaded, made by frameworks that render late and by single-page shops. */

/** Frameworks change a page many times within milliseconds. */
const PAUSE_MS = 200
/** The pause on a page that has been open for long. Carousels change such a page all the time. */
const LATER_PAUSE_MS = 2_000
const LONG_MS = 30_000

/**
 * Calls back when the page changes, until it is stopped. Also works while the page is hidden, because a payment app may
 * be in front of it.
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
