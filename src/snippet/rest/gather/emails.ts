/**
 * The customer's e-mail address, from all places of the page: the words with an `@` of the first place that has any.
 */
import { MASKED } from '../../../contract/limits.js'
import type { Named } from '../../../contract/said.js'
import type { Fields } from '../../core/fields.js'
import { readPath } from '../read-path.js'
import { readMessages } from './entries.js'
import { readJsonOrders } from './json-ld.js'
import type { NamedOrder } from './named.js'
import { type Found, PERSONS, readAddresses, readNumber, toAddresses } from './order.js'
import type { Page } from './page.js'
import { readSelector } from './selector.js'

/** The longest text that is searched for an address, and the longest field that may be one. */
const SEARCHED_CHARACTERS = 2000

/**
 * Reads the places in this order. If the setting `email` is set, only its place. Else the place that the shop has
 * named, the order (a passed order first), and the customer of the page. Masked addresses count only if other addresses are missing.
 */
export function readEmails(page: Page, found: Found | undefined, { email, named }: NamedOrder): string[] {
  const { email: place } = page.settings
  if (place !== undefined) return first(readAt(page, place, found))
  const shown = [toEntries(email), ...readAddresses(named.json ?? {}).map(toEntry)]
  const own = readAddresses(found?.order ?? {}).map(toEntry)
  const places = found?.from === 'passed' ? [...own, ...shown] : [...shown, ...own]
  const entries = first(places)
  return hasEmail(entries) ? entries : first([...places, ...readUsers(page, found).map(toEntry)])
}

/** Pages push customer data in several entries. The latest one wins, and `user_data` wins over `user_properties`. */
function readUsers(page: Page, found: Found | undefined): unknown[] {
  const said = readMessages(page, found)
  const json = readOwnJson(page, found)
  const persons = PERSONS.flatMap((name) =>
    // A blank value cancels the values before it, because the customer has logged out.
    [said.find((each) => name in each), ...json].flatMap((each) => toAddresses(each?.[name])),
  )
  return [...persons, ...said.flatMap(toAddresses)]
}

/** Reads a path in the data layer or JSON-LD. If the path finds nothing there, the place is a selector. */
function readAt(page: Page, place: string, found: Found | undefined): string[][] {
  const fields = [...readMessages(page, found), ...readOwnJson(page, found)].map((said) => readPath(said, place))
  return [...fields.map(toEntry), toEntries(readSelector(page.document, place, 'email'))]
}

/** Finds the JSON-LD of this order. The page's only order need not have its number. */
function readOwnJson({ document }: Page, found: Found | undefined): Fields[] {
  const all = readJsonOrders(document)
  return all.filter((each) => {
    const number = readNumber(each)
    return number === undefined ? all.length === 1 : number === (found && readNumber(found.order))
  })
}

function first(places: string[][]): string[] {
  return places.find(hasEmail) ?? places.find((entries) => entries.length > 0) ?? []
}

/** Checks whether one of the entries is not masked. The proxy reads the address. */
export const hasEmail = (entries: readonly string[]): boolean => entries.some((entry) => !MASKED.test(entry))

/** An `@`, or an escape of it. */
const AT = /[^@](@|%40|&#(64|x40);|&commat;)[^@]/i

/**
 * Turns a field into an entry. It stays whole, because a part of an address would be another customer's. The proxy
 * undoes its escapes.
 */
const toEntry = (field: unknown): string[] =>
  typeof field === 'string' && AT.test(field) ? [field.trim().slice(0, SEARCHED_CHARACTERS)] : []

/** Turns a named text into entries. An attribute for data is a field. Only a text that shoppers see is searched. */
const toEntries = (named: Named = ''): string[] => (typeof named === 'object' ? toEntry(named.data) : toWords(named))

/** Finds the words of a visible text that may be an address. */
function toWords(text: string): string[] {
  const shown = text.slice(0, SEARCHED_CHARACTERS).replace(/^\s*mailto:([^?]*).*/is, '$1')
  return [...new Set(shown.split(/[\s<>:：]+/).filter((word) => AT.test(word)))]
}
