/** A host that the browser does not treat as loopback, so its pages are not a secure context, as in a shop without https. */
export const PLAIN_HTTP_HOST = 'shop.test'
