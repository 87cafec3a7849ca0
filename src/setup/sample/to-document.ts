/** HTML → a document to read. A document made by a parser has no window: its scripts never run, and nothing is loaded. */

/** @param origin of the page's address, which relative addresses in it belong to */
export function toDocument(html: string, origin: string): Document {
  const document = new DOMParser().parseFromString(html, 'text/html')
  // Without scripting it is parsed as elements, which a shopper's browser does not have.
  for (const element of document.querySelectorAll('noscript')) element.remove()
  if (!document.querySelector('base[href]')) {
    const base = document.createElement('base')
    base.href = `${origin}/`
    document.head.prepend(base)
  }
  return document
}

export const isHtml = (text: string) => text.trim().startsWith('<')
