/**
 * The filter of every text that leaves the page. It copies a value, and removes persons' fields and secrets. On its way
 * it notes the facts that make an order.
 */
import { PRIVATE_NAME } from '../../contract/limits.js'
import type { Fields } from './fields.js'

/** Facts about an entry. The page compares names of fields only for these. */
export interface Facts {
  number?: string
  hasItems?: boolean
  hasAddress?: boolean
  /** It has a value that JSON cannot carry, or that may be secret. Only the rest can copy it. */
  isOdd?: boolean
}

/** Names of an order's number and items, in all shapes that pages have. */
const NUMBER = /(order_?(number|id)|(transaction|purchase)_?id|(actionField|ecommerce|order|transaction)\.id)$/i
const ITEMS = /(item|product|content|offer)s?$/i
/** One word that is a number's: not a template, a label or a word that replaces a missing value. */
export const NUMBER_TEXT = /^(?!(0*|undefined|null|nan|none|false|true|n\/a|unknown|loading|pending)$)[\w#./-]+$/i
/** An address, whole or escaped, without text around it. */
const ADDRESS = /^\s*[^\s@]+(@|%40|&#(64|x40);|&commat;)[^\s@]+\s*$/i
const SECRET = /passw|^(cvv|cvc|csc|pin|iban|(access_?|auth_?)?token|secret)$/i
/** Fields that may have as many digits as a card. */
const DIGITS = /number|id$|sku|phone|^(tel|gtin|ean)/i
/** Perhaps a card number or an IBAN. The rest knows (`rest/gather/is-secret.ts`). */
const MAYBE_SECRET = /\d([ .-]?\d){12}|\b[A-Z]{2}\d\d( ?[A-Z\d]{4}){3}/

/** The levels below an entry or argument that the proxy accepts. */
const MAX_LEVELS = 4

export interface Filter {
  facts?: Facts | undefined
  /** The value is of the page, so persons' fields except addresses stay in the page. */
  isOfPage?: boolean | undefined
  /** Called for an odd value: NaN, BigInt, a getter that throws, a circle, perhaps a card number. Without it, the value is left out. */
  onOdd?: ((path: string[], value?: unknown) => unknown) | undefined
}

/** @returns a copy that JSON can carry */
export const filter = (value: Fields, options: Filter): Fields =>
  copy({ ...options, facts: options.facts ?? {} }, value, [], false) as Fields

type Context = Filter & { facts: Facts }

/** @param path the names on the way to the value */
function copy(context: Context, own: unknown, path: string[], isPerson: boolean | undefined): unknown {
  if (typeof own === 'string') return copyText(context, own, path, isPerson)
  if (typeof own === 'object' && own !== null) return copyObject(context, own, path, isPerson)
  const isOdd = typeof own === 'number' ? !Number.isFinite(own) : /bigint|symbol/.test(typeof own)
  if (isOdd) return replace(context, path, own)
  note(context, path, own)
  return isPerson || typeof own === 'function' ? undefined : own
}

function replace({ facts, onOdd }: Context, path: string[], own?: unknown): unknown {
  facts.isOdd = true
  return onOdd?.(path, own)
}

function copyObject(context: Context, own: object, path: string[], isPerson: boolean | undefined): unknown {
  const { toJSON } = own as { toJSON?: unknown }
  if (path.length > MAX_LEVELS) return replace(context, path)
  if (own instanceof Node) return undefined
  if (Array.isArray(own)) {
    // W3C has a person in lists of one.
    if (isPerson && own.length === 1) return copy(context, own[0], path, isPerson)
    const values = own.filter((each) => typeof each !== 'function' && each !== undefined)
    return values.map((each, index) => copy(context, each, [...path, String(index)], isPerson))
  }
  if (path.length > 0 && typeof toJSON === 'function') return copy(context, toJSON.call(own), path, isPerson)
  const fields: Fields = {}
  for (const name of Object.keys(own)) {
    if (SECRET.test(name)) continue
    const inner = [...path, name]
    try {
      const isPrivate = isPerson || (context.isOfPage && PRIVATE_NAME.test(name))
      fields[name] = copy(context, (own as Fields)[name], inner, isPrivate)
      if (ITEMS.test(name)) context.facts.hasItems ||= Object.keys(Object(fields[name])).length > 0
    } catch {
      replace(context, inner)
    }
  }
  return fields
}

function copyText(context: Context, text: string, path: string[], isPerson: boolean | undefined): unknown {
  const isAddress = ADDRESS.test(text)
  if (isAddress) context.facts.hasAddress = true
  note(context, path, text)
  if (isAddress) return text
  if (isPerson) return undefined
  return MAYBE_SECRET.test(text) && !DIGITS.test(String(path.slice(-1))) ? replace(context, path, text) : text
}

function note({ facts }: Context, path: string[], own: unknown): void {
  const text = String(own).trim()
  if (NUMBER.test(path.slice(-2).join('.')) && NUMBER_TEXT.test(text)) facts.number ??= text.replace(/^#/, '')
}
