/** Names of classes and IDs by which an element is found again on the next order. */

const toWords = (text: string) => new Set(text.trim().split(/\s+/))

/** Whole names of CSS frameworks, and names of a row's place among the others. */
const LOOKS = toWords(`
  absolute active alt alternate antialiased back block bold border center clearfix col container contents even fade first fixed flex flow-root
  forward grid group grow hidden inline inline-block inline-flex invisible isolate italic larger last lead left lowercase odd
  peer place-content-center place-items-center relative right rounded row shadow show shrink small smaller sr-only static sticky strong transition truncate
  underline uppercase visible`)
/** Beginnings of their other names: `text-right`, `d-none`, `items-center`. */
const PREFIXES = toWords(`
  align bg border btn clear col cursor d display divide duration fa flex float font gap grid h inset items img justify
  leading list m max mb min ml mr ms mt mx my object opacity order overflow p pb pe pl place position pr ps pt pull px py
  rounded row self shadow space table text top tracking transition w whitespace z`)
/** And what they end in. */
const VALUES = toWords(`
  accent all around auto b background base baseline between black block body bold bordered bottom break card cell
  center clip col collapse colors column condensed contain cover current danger dark default destructive disc ellipsis
  end evenly fit flex foreground full gray grey grid group hidden horizontal hover info inherit inline input inside
  italic justify l left lg light loose lowercase max md medium middle min muted none normal nowrap opacity outside
  pointer popover primary r relaxed responsive reverse right row screen scroll secondary semibold shadow sm snug start
  stretch striped success t thin tight top transparent truncate uppercase vertical visible warning white wide words
  wrap x xl xs y`)

/**
 * It says what is in the element, and does so on every order. Names with digits are often another on the next order, or a
 * size; those of CSS frameworks say how it looks, and are another with the next design.
 */
export const isStable = (name: string): boolean => !/[\d:[\]/!]/.test(name) && !isLook(name)

function isLook(name: string): boolean {
  const [prefix = '', ...values] = name.replace(/^-/, '').split('-')
  return LOOKS.has(name) || (PREFIXES.has(prefix) && values.length > 0 && values.every((value) => VALUES.has(value)))
}
