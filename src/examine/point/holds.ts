import { SELECTOR } from '../../snippet/rest/gather/selector.js'

/**
 * Checks whether a selector has a class, an id, an attribute, or a word of the page in its pattern. Without one it finds something on each
 * page, and the shop's contact page reports an order.
 */
export function holds(selector: string): boolean {
  const [, css = '', , pattern = ''] = SELECTOR.exec(selector) ?? []
  const words = pattern.replace(/\\.|\[.*?\]/g, ' ')
  return /[.#[]/.test(css.replace(/:not\(.*?\)/g, '')) || /\p{L}{2}/u.test(words)
}
