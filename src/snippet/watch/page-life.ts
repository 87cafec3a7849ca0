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

/** Some pages are never idle: an animation may use up each frame. */
const LONGEST_BUSY_MS = 2_000

/** Calls back when the browser has nothing better to do, or has had none for long. */
export function whenIdle(callback: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(callback, { timeout: LONGEST_BUSY_MS })
  else setTimeout(callback) // Safari
}

/** Gives the action a promise that is kept once the page is left, closed or put into the back/forward cache. */
export async function untilLeft<T>(action: (left: Promise<void>) => Promise<T>): Promise<T> {
  let leave = () => {}
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  addEventListener('pagehide', leave)
  try {
    return await action(left)
  } finally {
    removeEventListener('pagehide', leave)
  }
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
