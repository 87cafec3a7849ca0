/**
 * The filter on the way out. An event passes it once, as a whole, so it holds for every text that leaves, from any source.
 *
 * It copies the values that JSON can carry. It removes secrets, and from the page's own objects persons' fields except addresses. On its
 * way it notes the facts that make an order.
 */
import { PRIVATE_NAME } from '../../contract/limits.js'
import type { Raw } from '../../contract/raw.js'
import type { Fields } from './fields.js'
import { parseJson, safely } from './safely.js'

/** Facts about an order. The page compares names of fields only for these and for persons and secrets. */
export interface Facts {
  number?: string
  hasItems?: boolean
  hasAddress?: boolean
  /** The number is one of Universal Analytics, W3C or Adobe, whose orders may have no event. */
  isOlder?: boolean
  /** A text may be secret. Only the rest knows. */
  isSuspect?: boolean
}

/** Names of an order's number and items, in all shapes that pages have. */
const NUMBER =
  /(order_?(number|id)|(transaction|purchase)_?id|(actionField|ecommerce|order|transaction)\.id)(\.data)?$/i
const OLDER = /(transactionI[dD]|purchaseID|purchase\.actionField\.id)$/
const ITEMS = /(item|product|content|offer)s?$/i
/** One word that is a number's: not a template, a label or a word that replaces a missing value. */
const NUMBER_TEXT = /^(?!(0*|undefined|null|nan|none|false|true|n\/a|unknown|loading|pending)$)[\w#./-]+$/i
/** An address, whole or escaped, without text around it. */
const ADDRESS = /^\s*[^\s@]+(@|%40|&#(64|x40);|&commat;)[^\s@]+\s*$/i

/** The places of the page's own objects. */
const OF_PAGE = /^(entries|named,json|passed,\d+,ecommerce)/
/** Names of secrets, and of a signature, which travels next to the data. */
const SECRET = /passw|token|card_?n|^(cvv|cvc|csc|pin|ssn|iban|secret|signature)$/i
/** Perhaps the number of a card or an account. */
const SUSPECT = /\d([\W_]{0,3}\d){12}|[A-Z]{2}\d\d( ?[A-Z\d]{4}){3}/
/** Fields that may have as many digits as a card: order numbers, product ids, telephones. */
const DIGITS = /(number|id|sku)(\.(\d+|data))*$|phone|\b(tel|gtin|ean)/i

/** The most values of a list or object, and the most characters of a text, that the page reads. */
const MAX_VALUES = 200
const MAX_LETTERS = 1_000
/** The most values of an event, and the most levels of an entry, that the proxy accepts. */
const MAX_COPIES = 8_000
const MAX_LEVELS = 4

/** Decides about a suspect text. */
export type IsSecret = (text: string, path: readonly string[], raw: Raw) => boolean

interface Walk {
  raw: Raw
  facts: Facts
  isSecret: IsSecret
  copies: number
  /** Places of values that could not be copied. */
  unreadable: string[]
}

/** Copies the data of an event. Without the rest, a suspect text counts as secret. */
export function filter(raw: Raw, facts: Facts = {}, isSecret: IsSecret = (text) => SUSPECT.test(text)): Raw {
  const walk: Walk = { raw, facts, isSecret, copies: 0, unreadable: [] }
  const copy = copyFields(walk, raw, [])
  return walk.unreadable.length > 0 ? { ...copy, unreadable: walk.unreadable } : copy
}

/** Reads the facts of an entry or of a passed order. */
export function readFacts(...entries: Fields[]): Facts {
  const facts: Facts = {}
  filter({ entries }, facts)
  return facts
}

/**
 * Copies the fields of an object, or the values of a list by their numbers. A value that cannot be copied costs only itself, and no other
 * value takes its place.
 *
 * @param path the names on the way to the object
 */
function copyFields(walk: Walk, own: object, path: readonly string[], isPerson?: boolean): Fields {
  const copies: Fields = {}
  const isOfPage = OF_PAGE.test(path.join())
  for (const name of (safely(() => Object.keys(own)) ?? []).slice(0, MAX_VALUES)) {
    walk.copies += 1
    if (SECRET.test(name) || walk.copies > MAX_COPIES) continue
    const inner = [...path, name]
    try {
      const value = (own as Fields)[name]
      const isPrivate = isPerson || (isOfPage && PRIVATE_NAME.test(name))
      const structure = isOfPage ? parseJson(value) : undefined // some pages push JSON texts
      const copy = copyValue(walk, structure ?? value, inner, isPrivate)
      if (copy !== undefined) copies[name] = copy
      if (ITEMS.test(name) && Object.keys(Object(copy)).length > 0) walk.facts.hasItems = true
    } catch {
      walk.unreadable.push(inner.slice(2).join('.'))
    }
  }
  return copies
}

/** Throws if JSON cannot carry the value: NaN, a symbol, a circle. BigInt travels as text. */
function copyValue(walk: Walk, own: unknown, path: readonly string[], isPerson?: boolean): unknown {
  if (typeof own === 'object' && own !== null) return copyObject(walk, own, path, isPerson)
  if (typeof own === 'function' || own === undefined) return undefined
  if (typeof own === 'symbol' || (typeof own === 'number' && !Number.isFinite(own))) throw own
  const text = String(own).slice(0, MAX_LETTERS)
  const isAddress = ADDRESS.test(text)
  const name = path.slice(-3).join('.')
  const isSecret = !isAddress && !DIGITS.test(name) && walk.isSecret(text, path, walk.raw)
  note(walk.facts, name, text.trim(), isAddress, isSecret)
  if (isPerson && !isAddress) return undefined
  if (isSecret) return ''
  return /string|bigint/.test(typeof own) ? text : own
}

function copyObject(walk: Walk, own: object, path: readonly string[], isPerson?: boolean): unknown {
  if (own instanceof Node) return undefined
  if (Array.isArray(own)) {
    // W3C has a person in lists of one.
    if (isPerson && own.length === 1) return copyValue(walk, own[0], path, isPerson)
    return Object.values(copyFields(walk, own, path, isPerson))
  }
  const { toJSON } = own as Fields
  if (typeof toJSON === 'function') return copyValue(walk, toJSON.call(own), path, isPerson)
  if (path.length > MAX_LEVELS + 2) throw path
  return copyFields(walk, own, path, isPerson)
}

function note(facts: Facts, name: string, text: string, isAddress: boolean, isSecret: boolean): void {
  if (isAddress) facts.hasAddress = true
  if (isSecret) facts.isSuspect = true
  if (!NUMBER.test(name) || !NUMBER_TEXT.test(text)) return
  facts.number ??= text.replace(/^#/, '')
  if (OLDER.test(name)) facts.isOlder = true
}
