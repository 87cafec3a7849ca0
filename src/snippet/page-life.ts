/** Every event of the page's life in one file. */
/** When the page has loaded; again when it, the shopper or the network comes back. */
export function onShow(callback: () => void): void {
  if (document.readyState === 'complete') setTimeout(callback)
  // `pageshow` follows load, and comes with each return from the back/forward cache. Captured, because not all bubble.
  for (const type of ['pageshow', 'online', 'visibilitychange', 'prerenderingchange'])
    addEventListener(type, callback, true)
}

/** A form is submitted, before any handler of the page: it may stop the event or take the form away. */
export function onSubmit(callback: (event: { target: HTMLFormElement }) => void): void {
  addEventListener('submit', callback as never, true) // a form is what is submitted
}
