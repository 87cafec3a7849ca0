/** Moments of the page's life. */
import { ofDocument } from './globals.js'

/** Calls back once the page has loaded. */
export function whenLoaded(callback: () => void): void {
  if (ofDocument('readyState') === 'complete') callback()
  else addEventListener('load', callback)
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
  const hear = () => ofDocument('visibilityState') === state && callback()
  addEventListener('visibilitychange', hear, true)
}
