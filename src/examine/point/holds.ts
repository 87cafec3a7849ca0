/** Checks that a selector finds nothing on pages without an order. */
import { SELECTOR } from '../../snippet/rest/gather/selector.js'

/** Names that only the page of a finished order has. A cart and a checkout have “order” and “confirm” too. */
export const FINISHED =
  /confirmation|confirmed|(?<!alert-)success|thank|finish|(?<!auto|in)complete|receipt|received|(?<!re)placed|danke|merci|gracias/i
/** Names of the order's number. */
export const NUMBER =
  /(order|bestell|auftrag|commande|pedido)s?[-_]*(num|(no|nr|id|code|ref)(?![a-z]))|(?<!p)reference/i

/**
 * Checks whether a selector has a class, an id, an attribute, or a word of the page in its pattern. Without one it finds something on each
 * page, and the shop's contact page reports an order.
 */
export function holds(selector: string): boolean {
  const [, css = '', , pattern = ''] = SELECTOR.exec(selector) ?? []
  return /[.#[]/.test(css.replace(/:not\(.*?\)/g, '')) || hasWord(pattern)
}

/** Checks whether a selector of the order's number reads nothing elsewhere. A class such as `.title` has a text on each page. */
export function isOfNumber(selector: string): boolean {
  const [, css = '', , pattern = ''] = SELECTOR.exec(selector) ?? []
  return hasWord(pattern) || (pattern === '' ? namesNumber(css) : FINISHED.test(css) || NUMBER.test(css))
}

/** Checks whether CSS names the element of the number, by a word or by an id of its own. */
export const namesNumber = (css: string): boolean => FINISHED.test(css) || NUMBER.test(css) || /#[\w-]+$/.test(css)

const hasWord = (pattern: string) => /\p{L}{2}/u.test(pattern.replace(/\\.|\[.*?\]/g, ' '))
