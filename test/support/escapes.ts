/** E-mail addresses as templates escape them, and as a page may therefore show them. */
import fc from 'fast-check'

const toEntity = (text: string, write: (code: number) => string) =>
  text.replace(/[^\p{L}\p{N}]/gu, (sign) => write(Number(sign.codePointAt(0))))
const NAMED: Record<string, string> = {
  '&': '&amp;',
  "'": '&apos;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
  é: '&eacute;',
}

/** The ways in which templates for HTML, URLs, scripts and mails escape a text. */
export const ESCAPES: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  htmlspecialchars: (text) => text.replace(/[&'"<>]/g, (sign) => (sign === "'" ? '&#039;' : String(NAMED[sign]))),
  htmlentities: (text) => text.replace(/[&'"<>é]/g, (sign) => String(NAMED[sign])),
  'decimal entities': (text) => toEntity(text, (code) => `&#${code};`),
  'decimal entities without semicolons': (text) => toEntity(text, (code) => `&#${code}`),
  'hexadecimal entities in capitals': (text) => toEntity(text, (code) => `&#X${code.toString(16).toUpperCase()};`),
  'quoted-printable': (text) => encodeURIComponent(text).replace(/%/g, '='),
  'a form’s query': (text) => new URLSearchParams({ a: text }).toString().slice(2),
  'hexadecimal entities': (text) => toEntity(text, (code) => `&#x${code.toString(16)};`),
  encodeURIComponent,
  encodeURI,
  'rawurlencode, which escapes all signs': (text) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`),
  'a query, whose plus signs were lost': (text) => text.replace(/(?<=.)\+/g, ' '), // spaces around an address are trimmed
  'a link': (text) => `mailto:${text}`,
  'JSON in quotes': (text) => JSON.stringify(text),
  'JSON in ASCII': (text) =>
    text.replace(/[^a-z\d]/gi, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'a script’s bytes': (text) => text.replace(/[!-/:-@[-`{-~]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`),
  'a script’s text': (text) => text.replace(/['"\\/]/g, '\\$&'),
  'in brackets': (text) => `<${text}>`,
  'in apostrophes': (text) => `'${text}'`,
}

const local = fc.string({ unit: fc.constantFrom(..."abz09éß.!#$%&'*+-/=?^_`{|}~"), minLength: 1, maxLength: 12 })
const domain = fc.constantFrom('shop.example', 'müller.example', 'mail.shop.co.uk', '1and1.example', 'localhost')
/** An address with the characters that escapes change. */
export const anyAddress = fc.tuple(local, domain).map((parts) => parts.join('@'))
/** The names of one to three escapes, applied one after another. */
export const anyEscapes = fc.array(fc.constantFrom(...Object.keys(ESCAPES)), { minLength: 1, maxLength: 3 })

export const escapeAll = (text: string, names: string[]): string =>
  names.reduce((inner, name) => ESCAPES[name]?.(inner) ?? inner, text)
