/** Names of classes and IDs by which an element is found again on the next order. */

const toWords = (text: string) => new Set(text.trim().split(/\s+/))

/** Whole names of CSS frameworks, and names of a row's place among the others. */
const LOOKS = toWords(`
  absolute active alt alternate antialiased back block bold border center clearfix col container contents even fade first fixed flex flow-root
  forward grid group grow hidden inline inline-block inline-flex invisible isolate italic larger last lead left lowercase odd
  order-first order-last order-none peer place-content-center place-items-center relative right rounded row shadow show shrink small smaller sr-only static sticky strong transition truncate
  underline uppercase visible`)
/** Beginnings of their other names: `text-right`, `d-none`, `items-center`. */
const PREFIXES = toWords(`
  align bg border btn clear col cursor d display divide duration fa flex float font gap grid h inset items img justify
  leading list m max mb min ml mr ms mt mx my object opacity overflow p pb pe pl place position pr ps pt pull px py
  rounded row self shadow space table text top tracking transition w whitespace z`)
/** The last word of a name that begins so, and still says what the element is: `text-total`, `list-items`. */
const MEANING =
  /(^|_)(order|(sub)?total|sum|summary|price|amount|item|product|name|title|number|id|code|sku|quantity|qty|e?mail|line|detail|cart)s?$/i

/**
 * It says what is in the element, and does so on every order. Names with digits are often another on the next order, or a
 * size; those of CSS frameworks say how it looks, and are another with the next design.
 */
export const isStable = (name: string): boolean => !/[\d:[\]/!]/.test(name) && !isLook(name)

function isLook(name: string): boolean {
  const [prefix = '', ...words] = name.replace(/^-/, '').split('-')
  return LOOKS.has(name) || (PREFIXES.has(prefix) && words.length > 0 && !MEANING.test(words.at(-1) ?? ''))
}
