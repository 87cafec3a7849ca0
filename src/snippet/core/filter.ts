/**
 * The filter on the way out. An event passes it once, as a whole, so it holds for every text that leaves, from any source.
 *
 * It copies the values that JSON can carry. It removes secrets, and from the page's own objects persons' fields except addresses. On its
 * way it notes the facts that make an order.
 */
import { isPrivateName, toWords } from '../../contract/limits.js'
import type { Raw } from '../../contract/raw.js'
import { type Fields, isFields } from './fields.js'
import { parseJson, safely } from './safely.js'

export { isPrivateName, toWords }

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
/** One word or a text with a digit: not a template, a label or a word that replaces a missing value. */
const NUMBER_TEXT = /^(?!(0*|undefined|null|nan|none|false|true|unknown|loading|pending)$)(?=[a-z-]+$|.*\d)[^{<[]+$/i
/** An address, whole or escaped, without text around it. */
const ADDRESS = /^\s*[^\s@]+(@|%40|&#(64|x40);|&commat;)[^\s@]+\s*$/i

/** The places of the page's own objects. */
const OF_PAGE = /^(entries|named\.json|passed\.\d+\.ecommerce)/
/** Words of names of secrets, and of a signature, which travels next to the data. */
export const SECRET =
  /pass(w|ph)|secret|token|cv[cv]|pwd|jwt|authorization|(api|order) ?key|security ?code|session ?id|(card|cc) ?(num|exp)|\b((card|cc) n[or]|pin|otp|csc|ssn|iban)\b|^signature$/
/** No other text has the number of a card or an account: ten digits, or a script that may have digits of its own. */
const MANY_DIGITS = /(\d\D*){10}|[\u0660-\u1fff\u2c00-\uffff]/
/** Perhaps the number of a card: 13 digits of any script, with any signs between them. Browsers compile it slowly. */
const CARD = /\p{Nd}([^\p{L}\p{N}]*\p{Nd}){12}/u
/** Perhaps the number of an account: its country, two digits, perhaps its bank, and ten digits or more. */
const IBAN = /(\b|_|iban)[a-z]{2}\d\d([\W_]*[a-z]){0,4}([\W_]*\d){10}/i
/** Fields that may have as many digits as a card: order numbers, product ids, telephones. */
export const DIGITS =
  /((order|confirmation)_?number|(order|transaction|purchase|product|item|variant|group|content)_?id|\bid|sku|\b(gtin|ean|mpn)\d*)(\.(\d+|data))*$|phone|mobile|telefon|\btel(?![a-z])/i

/** The most values of a list or object, and the most characters of a text, that the page reads. */
const MAX_VALUES = 200
const MAX_LETTERS = 1_000
/** The most values of an event, and the most names on the way to an object, that the proxy accepts. */
const MAX_COPIES = 8_000
const MAX_NAMES = 6

/** Decides about a suspect text. The place is the names on the way to it, with dots. */
export type IsSecret = (text: string, place: string, raw: Raw) => boolean

/** Facts about a name. An order has the same few names in each of its items. */
interface Name {
  isSecret: boolean
  isPrivate: boolean
  isItems: boolean
}

interface Walk {
  names: Map<string, Name>
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
  const walk: Walk = { names: new Map(), raw, facts, isSecret, copies: 0, unreadable: [] }
  const copy = copyFields(walk, raw, '')
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
 * @param place the names on the way to the object, with dots
 */
function copyFields(walk: Walk, own: object, place: string, isPerson?: boolean): Fields {
  const copies: Fields = {}
  const isOfPage = OF_PAGE.test(place)
  for (const name of (safely(() => Object.keys(own)) ?? []).slice(0, MAX_VALUES)) {
    const { isSecret, isPrivate, isItems } = readName(walk, name)
    walk.copies += 1
    if (isSecret || walk.copies > MAX_COPIES) continue
    const inner = place ? `${place}.${name}` : name
    try {
      const value = (own as Fields)[name]
      const structure = isOfPage ? parseJson(value) : undefined // some pages push JSON texts
      const copy = copyValue(walk, structure ?? value, inner, isPerson || (isOfPage && isPrivate))
      if (copy !== undefined) copies[name] = copy
      if (isItems && Object.keys(Object(copy)).length > 0) walk.facts.hasItems = true
    } catch {
      walk.unreadable.push(toNames(inner).slice(2).join('.'))
    }
  }
  return copies
}

function readName({ names }: Walk, name: string): Name {
  const known = names.get(name) ?? {
    isSecret: SECRET.test(toWords(name)),
    isPrivate: isPrivateName(name),
    isItems: ITEMS.test(name),
  }
  names.set(name, known)
  return known
}

const toNames = (place: string) => place.split('.')

/** Throws if JSON cannot carry the value: NaN, a symbol, a circle. BigInt travels as text. */
function copyValue(walk: Walk, own: unknown, place: string, isPerson?: boolean): unknown {
  if (typeof own === 'object' && own !== null) return copyObject(walk, own, place, isPerson)
  if (typeof own === 'function') return undefined
  if (typeof own === 'symbol' || (typeof own === 'number' && !Number.isFinite(own))) throw own
  const text = String(own).slice(0, MAX_LETTERS + 40) // a number may lie across the cut
  const isAddress = ADDRESS.test(text)
  const mayBeSecret = !isAddress && MANY_DIGITS.test(text) && !DIGITS.test(place)
  const isSecret = mayBeSecret && walk.isSecret(text, place, walk.raw)
  note(walk.facts, place, text.trim(), isAddress, isSecret)
  if (isPerson && !isAddress) return own ? undefined : '' // a blank value cancels the address before it
  if (isSecret) return ''
  return /string|bigint/.test(typeof own) ? text.slice(0, MAX_LETTERS) : own
}

function copyObject(walk: Walk, own: object, place: string, isPerson?: boolean): unknown {
  const isList = Array.isArray(own)
  // W3C has a person in lists of one.
  if (isPerson && isList && own.length === 1) return copyValue(walk, own[0], place, isPerson)
  const { toJSON } = own as Fields
  if (!isList && typeof toJSON === 'function') {
    const copy = copyValue(walk, toJSON.call(own), place, isPerson)
    if (toNames(place).length < 3 && !isFields(copy)) throw place // the proxy accepts only objects as entries
    return copy
  }
  if (!isList && !isFields(own)) return undefined
  if (toNames(place).length > MAX_NAMES) throw place
  const copies = copyFields(walk, own, place, isPerson)
  return isList ? Object.values(copies) : copies
}

function note(facts: Facts, place: string, text: string, isAddress: boolean, isSecret: boolean): void {
  if (isAddress) facts.hasAddress = true
  if (isSecret) facts.isSuspect = true
  if (!NUMBER.test(place) || !NUMBER_TEXT.test(text)) return
  facts.number ??= text.replace(/^#/, '')
  if (OLDER.test(place)) facts.isOlder = true
}
