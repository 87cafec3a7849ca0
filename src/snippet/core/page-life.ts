/** Moments of the page's life. */

declare global {
  interface Document {
    /**
     * The page is rendered before the shopper's click, and perhaps never shown. Some browsers do not have this
     * property.
     */
    prerendering?: boolean
  }
}

/** Calls back once the page has loaded. */
export function whenLoaded(callback: () => void): void {
  if (document.readyState === 'complete') callback()
  else addEventListener('load', callback)
}

/** Some pages are never idle. An animation may use up each frame. */
const LONGEST_BUSY_MS = 2_000

/** Calls back when the browser is idle, or after two seconds. */
export function whenIdle(callback: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(callback, { timeout: LONGEST_BUSY_MS })
  else setTimeout(callback) // Safari
}

/** Calls back once the page is shown: at once, unless it was prerendered. */
export function whenActivated(callback: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', callback, { once: true })
  else callback()
}

/** Resolves when the page is left, or after this time. Its value has no meaning. */
export const whenLeft = (ms: number): Promise<unknown> =>
  new Promise((leave) => {
    setTimeout(leave, ms)
    addEventListener('pagehide', leave)
  })

/**
 * Calls back whenever the shopper returns to this tab, or leaves it. On a phone, `hidden` is the last event that a page
 * gets.
 */
export function onVisibility(state: DocumentVisibilityState, callback: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === state) callback()
  })
}
