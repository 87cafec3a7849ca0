/** No loopback to the browser, so its pages are no secure context, as in a shop without https. */
export const PLAIN_HTTP_HOST = 'shop.test'
