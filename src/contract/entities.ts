/** Decodes the HTML entities that templates write into data, in linear time. */

/** Latin-1 from U+00A0 on, as PHP's `htmlentities()` writes it (HTML standard, "Named character references"). */
const LATIN_1 = `
  nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
  micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring
  AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml
  times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil
  egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash
  ugrave uacute ucirc uuml yacute thorn yuml
`
/** Other common names. */
// biome-ignore format: a table
const OTHERS: Record<string, string> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", commat: '@', period: '.', plus: '+', num: '#', excl: '!',
  dollar: '$', percnt: '%', ast: '*', sol: '/', bsol: '\\', equals: '=', quest: '?', Hat: '^', lowbar: '_',
  grave: '`', lbrace: '{', lcub: '{', verbar: '|', vert: '|', rbrace: '}', rcub: '}', lbrack: '[', lsqb: '[',
  rbrack: ']', rsqb: ']', lpar: '(', rpar: ')', comma: ',', colon: ':', semi: ';', hyphen: '‐', dash: '‐',
  ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', lsaquo: '‹',
  rsaquo: '›', hellip: '…', bull: '•', trade: '™', euro: '€', dagger: '†', Dagger: '‡', permil: '‰', prime: '′',
  Prime: '″', minus: '−', OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š', Zcaron: 'Ž', zcaron: 'ž', Ccaron: 'Č',
  ccaron: 'č', Yuml: 'Ÿ', fnof: 'ƒ', circ: 'ˆ', tilde: '˜', ensp: '\u2002', emsp: '\u2003', thinsp: '\u2009',
  zwnj: '\u200c', zwj: '\u200d', lrm: '\u200e', rlm: '\u200f', NewLine: '\n', Tab: '\t',
}
/** The characters that browsers read for the numbers 128 to 159 (HTML standard, "numeric character reference end state"). */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const NAMED = createNames()

function createNames(): Map<string, string> {
  const latin = LATIN_1.trim().split(/\s+/)
  const characters = latin.map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)])
  return new Map([...characters, ...Object.entries(OTHERS)])
}

/** Entities end with a semicolon here. Without one, `&copy` may be the start of a parameter. */
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,9}));/g
/** A text that was escaped twice holds `&amp;#039;`. Few are escaped more often. */
const MAX_ROUNDS = 3

/** Decodes entities, also those that were escaped twice. An unknown entity stays as it is. */
export function decodeEntities(text: string): string {
  let decoded = text
  for (let round = 0; round < MAX_ROUNDS && decoded.includes('&'); round += 1)
    decoded = decoded.replace(ENTITY, (all, decimal?: string, hex?: string, name?: string) =>
      name === undefined
        ? (toCharacter(decimal ? Number(decimal) : Number.parseInt(String(hex), 16)) ?? all)
        : (NAMED.get(name) ?? all),
    )
  return decoded
}

function toCharacter(code: number): string | undefined {
  if (code >= 128 && code < 160) return WINDOWS_1252[code - 128]
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : undefined
}
