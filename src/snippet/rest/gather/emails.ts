/** The customer's e-mail address, wherever the page has it: the words with an `@` of the first place that has any. */
import { MASKED } from '../../../contract/limits.js'
import { type Fields, readPath } from '../../core/fields.js'
import { readMessages } from './entries.js'
import { readJsonOrders } from './json-ld.js'
import type { NamedOrder } from './named.js'
import { type Found, PERSONS, readAddresses, readNumber, toAddresses, toText } from './order.js'
import type { Page } from './page.js'
import { readSelector } from './selector.js'

/** The longest text that is searched for an address. */
const SEARCHED_CHARACTERS = 2000

/**
 * Reads the places in this order: only the place of the setting `email`, if it is set; the place that the shop has named; the order (an
 * order that was passed comes first); the customer of the page. Masked words count only if there are no others.
 */
export function readEmails(page: Page, found: Found | undefined, { email, named }: NamedOrder): string[] {
  const { email: place } = page.settings
  if (place !== undefined) return first(readAt(page, place, found))
  const shown = [email, ...readAddresses(named.json ?? {})]
  const own = readAddresses(found?.order ?? {})
  const texts = found?.from === 'passed' ? [...own, ...shown] : [...shown, ...own]
  const words = first(texts)
  return hasEmail(words) ? words : first([...texts, ...readUsers(page, found)])
}

/** Pages push customer data in several entries. The latest one wins, and `user_data` wins over `user_properties`. */
function readUsers(page: Page, found: Found | undefined): unknown[] {
  const said = readMessages(page, found)
  const json = readOwnJson(page, found)
  return PERSONS.flatMap((name) =>
    // A blank value takes back the values before it: the customer has left.
    [said.find((each) => name in each), ...json].flatMap((each) => toAddresses(each?.[name])),
  )
}

/** A path in the data layer or JSON-LD. A place that leads nowhere there is a selector. */
function readAt(page: Page, place: string, found: Found | undefined): unknown[] {
  const shown = toText(readSelector(page.document, place, 'email'))
  return [...[...readMessages(page, found), ...readOwnJson(page, found)].map((said) => readPath(said, place)), shown]
}

/** JSON-LD of this order. The page's only order need not have its number. */
function readOwnJson({ document }: Page, found: Found | undefined): Fields[] {
  const all = readJsonOrders(document)
  return all.filter((each) => {
    const number = readNumber(each)
    return number === undefined ? all.length === 1 : number === (found && readNumber(found.order))
  })
}

function first(texts: unknown[]): string[] {
  const all = texts.map(toWords)
  return all.find(hasEmail) ?? all.find((words) => words.length > 0) ?? []
}

/** One of the words is not masked. The proxy reads the address. */
export const hasEmail = (words: readonly string[]): boolean => words.some((word) => !MASKED.test(word))

/** Words with something on both sides of an `@`, which links have encoded. */
function toWords(text: unknown): string[] {
  if (typeof text !== 'string') return []
  const shown = text.slice(0, SEARCHED_CHARACTERS).replace(/^\s*mailto:([^?]*).*/is, '$1')
  return [...new Set(shown.split(/[\s<>"(),;:\\]+/).filter((word) => /[^@](@|%40)[^@]/.test(word)))]
}
