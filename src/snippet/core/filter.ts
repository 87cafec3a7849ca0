/**
 * The filter on the way out. An event passes it once, as a whole, so it holds for every text that leaves, from any source.
 *
 * It copies the values that JSON can carry. It removes secrets, and from the page's own objects persons' fields except addresses. On its
 * way it notes the facts that make an order.
 */
import { PRIVATE_NAME } from '../../contract/limits.js'
import type { Raw } from '../../contract/raw.js'
import { type Fields, isFields } from './fields.js'
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
/** Words of names of secrets, and of a signature, which travels next to the data. */
export const SECRET =
  /pass(w|ph)|secret|token|cv[cv]|pwd|jwt|authorization|api ?key|security ?code|session ?id|(card|cc) ?(num|exp)|\b((card|cc) n[or]|pin|otp|csc|ssn|iban)\b|^signature$/
/** Perhaps the number of a card: 13 digits of any script, with any signs between them. */
const CARD = /\p{Nd}([^\p{L}\p{N}]*\p{Nd}){12}/u
/** The number of an account: its country, two digits, perhaps its bank, and ten digits or more. */
export const IBAN = /(\b|_|iban)[a-z]{2}\d\d([^\p{L}\p{N}]*[a-z]){0,4}([^\p{L}\p{N}]*\d){10}/iu
/** Fields that may have as many digits as a card: order numbers, product ids, telephones. */
export const DIGITS =
  /((order|confirmation)_?number|(order|transaction|purchase|product|item|variant|group)_?id|\bid|sku|\b(gtin|ean|mpn)\d*)(\.(\d+|data))*$|phone|mobile|telefon|\btel(?![a-z])/i

/** The most values of a list or object, and the most characters of a text, that the page reads. */
const MAX_VALUES = 200
const MAX_LETTERS = 1_000
/** The most values of an event, and the most names on the way to an object, that the proxy accepts. */
const MAX_COPIES = 8_000
const MAX_NAMES = 6

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
export function filter(
  raw: Raw,
  facts: Facts = {},
  isSecret: IsSecret = (text) => CARD.test(text) || IBAN.test(text),
): Raw {
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
    if (SECRET.test(toWords(name)) || walk.copies > MAX_COPIES) continue
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

/** "payment[ccNumber2]" is "payment cc number". */
export const toWords = (name: string): string =>
  name
    .replace(/[a-z](?=[A-Z])/g, '$& ')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')

/** Throws if JSON cannot carry the value: NaN, a symbol, a circle. BigInt travels as text. */
function copyValue(walk: Walk, own: unknown, path: readonly string[], isPerson?: boolean): unknown {
  if (typeof own === 'object' && own !== null) return copyObject(walk, own, path, isPerson)
  if (typeof own === 'function' || own === undefined) return undefined
  if (typeof own === 'symbol' || (typeof own === 'number' && !Number.isFinite(own))) throw own
  const text = String(own).slice(0, MAX_LETTERS + 40) // a number may lie across the cut
  const isAddress = ADDRESS.test(text)
  const name = path.slice(-3).join('.')
  const isSecret = !isAddress && !DIGITS.test(name) && walk.isSecret(text, path, walk.raw)
  note(walk.facts, name, text.trim(), isAddress, isSecret)
  if (isPerson && !isAddress) return undefined
  if (isSecret) return ''
  return /string|bigint/.test(typeof own) ? text.slice(0, MAX_LETTERS) : own
}

function copyObject(walk: Walk, own: object, path: readonly string[], isPerson?: boolean): unknown {
  const isList = Array.isArray(own)
  // W3C has a person in lists of one.
  if (isPerson && isList && own.length === 1) return copyValue(walk, own[0], path, isPerson)
  const { toJSON } = own as Fields
  if (!isList && typeof toJSON === 'function') {
    const copy = copyValue(walk, toJSON.call(own), path, isPerson)
    if (path.length < 3 && !isFields(copy)) throw path // the proxy accepts only objects as entries
    return copy
  }
  if (!isList && !isFields(own)) return undefined
  if (path.length > MAX_NAMES) throw path
  const copies = copyFields(walk, own, path, isPerson)
  return isList ? Object.values(copies) : copies
}

function note(facts: Facts, name: string, text: string, isAddress: boolean, isSecret: boolean): void {
  if (isAddress) facts.hasAddress = true
  if (isSecret) facts.isSuspect = true
  if (!NUMBER.test(name) || !NUMBER_TEXT.test(text)) return
  facts.number ??= text.replace(/^#/, '')
  if (OLDER.test(name)) facts.isOlder = true
}
