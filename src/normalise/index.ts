/**
 * The one room that reads: what was said of an order or sign-up → the API's own fields, and what could not be read.
 *
 * Pure, and linear: no window, clock or network, and time that grows with what was said and no faster, whoever has said it.
 * `found` < `named` < `passed`, field by field; items as a whole.
 */
import type { Contact } from '../contract/contact.js'
import type { Conversion } from '../contract/conversion.js'
import type { Problem, Said, SourceName } from '../contract/said.js'
import { readContact } from './contact.js'
import { readEmail, toEmail } from './email.js'
import { createReading, type Fields, findFilled, isFilled, type Reading, toFields } from './fields.js'
import { CURRENCY, ITEM_LISTS } from './names.js'
import { type OrderSource, readOrder } from './order.js'
import { isProblemCode } from './problems.js'
import { readForm } from './sources/form.js'
import { ORDER_PARTS, toList, type Unwrapped, unwrapOrder } from './sources/found.js'
import { readCheckout } from './sources/shopify-pixel.js'
import { readShopifyOrder } from './sources/shopify-webhook.js'
import { readWooCommerceOrder } from './sources/woocommerce-webhook.js'

/** The API's payload as far as it could be read: without `email` nothing can be sent. */
export interface ReadBody {
  convert: Partial<Conversion>
  addToList: Partial<Contact>
}

export interface Read<Kind extends keyof ReadBody> {
  body: ReadBody[Kind]
  /** What could not be read, and was left out. */
  problems: Problem[]
  /** Where each item of an order stood among those that were said. */
  itemPlaces?: number[] | undefined
}

export function readSaid<Kind extends keyof ReadBody>(kind: Kind, said: Said): Read<Kind> {
  const problems: Problem[] = []
  const { report } = createReading({}, problems)
  // Anybody may send them: codes become figures and alerts, so that none is taken that nobody knows.
  for (const { field, code } of said.problems ?? []) if (isProblemCode(code)) report(field.slice(0, MAX_NAME), code)
  const { body, itemPlaces } = kind === 'convert' ? readConversion(said, problems) : readSignUp(said, problems)
  return { body: body as ReadBody[Kind], problems, itemPlaces } // of the kind just asked
}

type ReadFields<Kind extends keyof ReadBody> = Omit<Read<Kind>, 'problems'>

function readConversion(said: Said, problems: Problem[]): ReadFields<'convert'> {
  const sources = toSources(said)
  const unreadable = (said.unreadable ?? []).map(toFieldName)
  const reading = createReading({ decimal: said.decimal, currency: findCurrency(sources) }, problems, unreadable)
  for (const name of unreadable) reading.report(name, 'unreadable')
  for (const passed of said.passed ?? []) reportMisplaced(passed, reading)
  if (sources.some(hasNoList)) reading.report('cart_items', 'unreadable')
  const { cut = [], pieces } = said
  const { order, itemPlaces } = readOrder(sources, { isSum: said.value === 'items', cut, pieces }, reading)
  const customer = toEmailField(said, said.passed ?? [], reading)
  if (customer.email !== undefined && sources.length === 0) reading.report('cart_data', 'no_cart')
  else if (isOfPage(said) && lacksValue(order) && !problems.some(({ field }) => field === CART_VALUE))
    reading.report(CART_VALUE, 'no_value')
  return { body: { ...customer, ...order }, itemPlaces }
}

const CART_VALUE = 'cart_data.cart_value'

/** A page has the value of its order, under some name. A caller who passes the cart may leave it out. */
const isOfPage = ({ found, named, passed = [] }: Said) =>
  (found?.order ?? named?.order) !== undefined && !passed.some(({ cart_data }) => isFilled(cart_data))
const lacksValue = ({ cart_data, cart_items }: Partial<Conversion>) =>
  cart_data?.cart_value === undefined && (cart_data?.order_number ?? cart_items) !== undefined

const SOURCES: Record<SourceName, (order: Fields) => Unwrapped> = {
  'data-layer': unwrapOrder,
  'json-ld': unwrapOrder,
  passed: unwrapOrder,
  'shopify-pixel': readCheckout,
  'shopify-webhook': readShopifyOrder,
  'woocommerce-webhook': readWooCommerceOrder,
}

/** The longest name of a field in a problem. */
const MAX_NAME = 100

/** Names what JSON could not carry: `items.0.price` of a page is `cart_items.0.price` in problems. */
function toFieldName(name: string): string {
  const names = name.slice(0, MAX_NAME).split('.')
  const [first = '', ...rest] = names.slice(names.findIndex((each) => !ORDER_PARTS.includes(each)))
  if (first === 'cart_data' || first === 'cart_items') return name.slice(0, MAX_NAME)
  return ITEM_LISTS.includes(first) ? ['cart_items', ...rest].join('.') : ['cart_data', first, ...rest].join('.')
}

/** What each source says of the order, the one that wins last. */
function toSources({ found, named, passed = [] }: Said): OrderSource[] {
  const sources: OrderSource[] = []
  if (found) sources.push({ ...SOURCES[found.from](toFields(found.order)), speaker: 'data' })
  if (named?.json) sources.push({ ...unwrapOrder(named.json), speaker: 'data' })
  if (named?.items || hasFields(named?.order))
    sources.push({ fields: named?.order ?? {}, items: named?.items, speaker: 'shown' })
  for (const { cart_data, cart_items } of passed.filter(hasFields))
    sources.push({ fields: toFields(cart_data), items: toList(cart_items), speaker: 'caller' })
  return sources
}

const hasFields = (said: object | undefined) => Object.keys(said ?? {}).length > 0

/** Tells items that are neither a list nor an object, such as a list as JSON text: how many there are cannot be read. */
function hasNoList({ fields, items }: OrderSource): boolean {
  const said = findFilled(fields, ITEM_LISTS)
  return items === undefined && isFilled(said) && typeof said !== 'object'
}

function findCurrency(sources: OrderSource[]): string | undefined {
  for (const { fields } of sources.toReversed()) {
    const currency = findFilled(fields, CURRENCY)
    if (typeof currency === 'string') return currency.slice(0, 8).trim()
  }
  return undefined
}

/** What a caller may say of an order, at the top. */
const PASSED = ['email', 'cart_data', 'cart_items', 'ecommerce', 'signature']

function reportMisplaced(passed: Fields, { report }: Reading): void {
  for (const name of Object.keys(passed)) if (!PASSED.includes(name)) report(name.slice(0, 64), 'unknown_field')
  for (const name of ['cart_data', 'cart_items'] as const)
    if (isFilled(passed[name]) && typeof passed[name] !== 'object') report(name, 'unreadable')
  if (Array.isArray(passed.cart_data)) report('cart_data', 'unreadable')
}

function readSignUp(said: Said, problems: Problem[]): ReadFields<'addToList'> {
  const reading = createReading({}, problems)
  for (const name of said.unreadable ?? []) reading.report(name, 'unreadable')
  const form = said.form && readForm(said.form)
  const passed: Fields = Object.assign({}, ...(said.passed ?? []))
  const { email: _, ...contact } = readContact({ fields: form ?? passed, speaker: 'caller' }, reading)
  const customer = toEmailField(said, form ? [form] : [passed], reading)
  return { body: { ...customer, ...contact } as Partial<Contact> } // as its table has it
}

/** Reads the customer's address. One that was passed and cannot be read is never replaced by another: it would be somebody else's. */
function toEmailField({ emails = [] }: Said, passed: readonly Fields[], { report }: Reading): { email?: string } {
  const said = passed.findLast(({ email }) => email !== undefined && email !== null)?.email
  const email = toEmail(said)
  if (email !== undefined) return { email }
  const read = readEmail(said === undefined ? emails : typeof said === 'string' ? [said] : [])
  if ('email' in read && said === undefined) return read
  report('email', 'problem' in read ? read.problem : 'no_email')
  return {}
}
