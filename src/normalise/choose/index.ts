/** Chooses the order of a page and its customer, for every channel. The page sends entries and elements, and does not choose. */
import type { Named, Raw } from '../../contract/raw.js'
import { type Fields, isFields, isFilled, toFields } from '../fields.js'
import { chooseEmails, hasEmail, readPassedEmails } from './emails.js'
import { type Entry, readNumber, toEntries, toNumber } from './entries.js'
import { chooseOrder } from './order.js'

export interface Choice {
  /** The page's order. */
  order?: Entry | undefined
  /** A passed GA4 object, which replaces the page's order. */
  ecommerce?: Fields | undefined
  /** Fields of elements, if they are of this order. Marks count only if the order is not whole. */
  named?: Raw['named']
  marked?: Raw['marked']
  /** Texts of the one place that may have the customer's address. */
  emails: string[]
}

/** Chooses the order with the passed number, or none. The setting `email` is the only place of the address. */
export function choose(raw: Raw): Choice {
  const { event, emails, passed = [] } = raw
  const wanted = readPassedNumber(passed)
  const entries = toEntries(raw.entries ?? [])
  const order = chooseOrder(entries, event, wanted)
  const ecommerce = passed.map((each) => each.ecommerce).findLast(isFields)
  if (ecommerce) {
    const own = order?.number === wanted ? order : undefined
    const texts = [readPassedEmails(ecommerce), chooseEmails(entries, own, event, toPlaces(raw))]
    return { ecommerce, emails: emails ?? texts.find(({ length }) => length > 0) ?? [] }
  }
  if (wanted !== undefined && isOtherOrder(raw, order, wanted))
    return { emails: emails ?? chooseEmails([], undefined, event, { named: raw.named?.order?.email }) }
  const marked = isWhole(entries, order, raw) ? undefined : raw.marked
  const places = toPlaces({ ...raw, marked })
  return { order, named: raw.named, marked, emails: emails ?? chooseEmails(entries, order, event, places) }
}

/** Checks whether the page has all of its order without marks, which shoppers' texts may contain. */
const isWhole = (entries: readonly Entry[], order: Entry | undefined, raw: Raw): boolean =>
  order?.number !== undefined &&
  order.itemCount > 0 &&
  (raw.emails ?? chooseEmails(entries, order, raw.event, toPlaces({ ...raw, marked: undefined }))).some(hasEmail)

const toPlaces = ({ named, marked }: Raw) => ({
  named: named?.order?.email,
  marked: marked?.order?.email,
  json: named?.json,
})

/** Reads the number that a caller has passed, in `cart_data` or in a GA4 object. */
function readPassedNumber(passed: readonly Fields[]): string | undefined {
  const numbers = passed.map(({ cart_data }) => toFields(cart_data).order_number).filter(isFilled)
  const ecommerce = passed.map((order) => order.ecommerce).findLast(isFields)
  return numbers.length > 0 ? toNumber(numbers.at(-1)) : ecommerce && readNumber(ecommerce)
}

/** Checks whether the page has only orders with other numbers than the passed one. */
function isOtherOrder({ named, marked }: Raw, order: Entry | undefined, wanted: string): boolean {
  const elements = [named?.order?.order_number, marked?.order?.order_number].map((text) => toNumber(toData(text)))
  const numbers = [...elements, readNumber(named?.json ?? {}), order?.number].filter((number) => number !== undefined)
  return numbers.length > 0 && !numbers.includes(wanted)
}

const toData = (text: Named | undefined): string | undefined => (typeof text === 'object' ? text.data : text)
