/** Every event of the page's life in one file, each with its condition written out. */

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

/** When the browser has nothing better to do. */
export function whenIdle(callback: () => void): void {
  // Safari has none.
  ;(globalThis.requestIdleCallback ?? setTimeout)(callback)
}

/** Once the page is shown to somebody: at once, unless it was rendered ahead. */
export function whenActivated(callback: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', callback, { once: true })
  else callback()
}

/** Each time the shopper comes back to this tab. */
export const onVisible = (callback: () => void): void => onVisibility('visible', callback)

/** Each time the shopper turns away. It is the last event that a page on a phone can count on. */
export const onHidden = (callback: () => void): void => onVisibility('hidden', callback)

function onVisibility(state: DocumentVisibilityState, callback: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === state) callback()
  })
}

/** Each time the page comes out of the back/forward cache. */
export function onRestored(callback: () => void): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) callback()
  })
}

/** Each time the connection is back. */
export function onOnline(callback: () => void): void {
  addEventListener('online', callback)
}

/** Each time another tab writes or removes a key; its value is null when it is gone. */
export function onStored(callback: (key: string, value: string | null) => void): void {
  addEventListener('storage', ({ key, newValue }) => callback(key ?? '', newValue))
}
