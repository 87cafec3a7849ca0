/** The customer's e-mail address, wherever the page has it: words with an `@`, of the first place that has any. */
import { MASKED } from '../../contract/limits.js'
import { type Fields, readPath } from '../fields.js'
import { readMessages } from './data-layer.js'
import { readJsonOrders } from './json-ld.js'
import type { NamedOrder } from './named.js'
import { type Found, PERSONS, readAddresses, readNumber, toAddresses, toText } from './order.js'
import type { Page } from './page.js'
import { readSelector } from './selector.js'

/** The longest text that is searched for an address. */
const SEARCHED_CHARACTERS = 2000

/**
 * Places, by precedence: only where the setting says, if it is set; what the shop has named; what the order says (one that was
 * passed before all others); what the page says of its customer. Masked words are taken where there are no others.
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

/** A data layer tells of its customer by and by: the latest counts, and `user_data` before `user_properties`. */
function readUsers(page: Page, found: Found | undefined): unknown[] {
  const said = readMessages(page, found)
  const json = readOwnJson(page, found)
  return PERSONS.flatMap((name) =>
    // One that is blank now takes back what was said before: the customer has left.
    [said.find((each) => name in each), ...json].flatMap((each) => toAddresses(each?.[name])),
  )
}

/** A path in the data layer or JSON-LD; what leads nowhere there is a selector. */
function readAt(page: Page, place: string, found: Found | undefined): unknown[] {
  const read = RINGUP_DOM ? readSelector : page.rest?.readSelector
  const shown = toText(read?.(page.document, place, 'email'))
  return [...[...readMessages(page, found), ...readOwnJson(page, found)].map((said) => readPath(said, place)), shown]
}

/** JSON-LD of this order; the page's only one need not say its number. */
function readOwnJson({ document, rest }: Page, found: Found | undefined): Fields[] {
  const all = (RINGUP_DOM ? readJsonOrders : rest?.readJsonOrders)?.(document) ?? []
  return all.filter((each) => {
    const number = readNumber(each)
    return number === undefined ? all.length === 1 : number === (found && readNumber(found.order))
  })
}

function first(texts: unknown[]): string[] {
  const all = texts.map(toWords)
  return all.find(hasEmail) ?? all.find((words) => words.length > 0) ?? []
}

/** Somebody's whole address, as far as the page looks: the proxy reads it. */
export const hasEmail = (words: readonly string[]): boolean => words.some((word) => !MASKED.test(word))

/** Words with something on both sides of an `@`, which links have encoded. */
function toWords(text: unknown): string[] {
  if (typeof text !== 'string') return []
  const shown = text.slice(0, SEARCHED_CHARACTERS).replace(/^\s*mailto:([^?]*).*/is, '$1')
  return [...new Set(shown.split(/[\s<>"(),;:\\]+/).filter((word) => /[^@](@|%40)[^@]/.test(word)))]
}
