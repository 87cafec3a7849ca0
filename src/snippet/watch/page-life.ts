/** Moments of the page's life, each with its condition written out. */

declare global {
  interface Document {
    /** Where the browser has it: rendered ahead of the shopper's click, and perhaps never shown. */
    prerendering?: boolean
  }
}

/** Once the page has loaded. */
export function whenLoaded(callback: () => void): void {
  if (document.readyState === 'complete') callback()
  else addEventListener('load', callback)
}

/** Calls back when the browser has nothing better to do. */
export function whenIdle(callback: () => void): void {
  // Safari has none.
  ;(globalThis.requestIdleCallback ?? setTimeout)(callback)
}

/** Once the page is shown to somebody: at once, unless it was rendered ahead. */
export function whenActivated(callback: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', callback, { once: true })
  else callback()
}

/** Each time the shopper comes back to this tab, or turns away: that is the last event that a page on a phone can count on. */
export function onVisibility(state: DocumentVisibilityState, callback: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === state) callback()
  })
}
