/**
 * Reads a said order or sign-up into the API's own fields, and lists the problems. No other code reads.
 *
 * The functions are pure and take linear time on any input. They do not use window, clock or network.
 * `found` < `named` < `passed`, field by field; items are replaced as a whole.
 */
import type { Contact } from '../contract/contact.js'
import type { Conversion } from '../contract/conversion.js'
import { ITEM_LIST_NAMES, ORDER_PARTS } from '../contract/names.js'
import type { Problem, Said, SourceName } from '../contract/said.js'
import { readContact } from './contact.js'
import { type ReadEmail, readEmail } from './email.js'
import { type Fields, findFilled, isFilled, toFields } from './fields.js'
import { toCurrency } from './names.js'
import { type OrderSource, readOrder } from './order.js'
import { isProblemCode, limitProblems } from './problems.js'
import { readForm } from './sources/form.js'
import { toList, type Unwrapped, unwrapOrder } from './sources/found.js'
import { readCheckout } from './sources/shopify-pixel.js'
import { readShopifyOrder } from './sources/shopify-webhook.js'
import { readWooCommerceOrder } from './sources/woocommerce-webhook.js'

/** The API's payload as far as it could be read. Without `email` it cannot be sent. */
export interface ReadBody {
  convert: Partial<Conversion>
  addToList: Partial<Contact>
}

export interface Read<Kind extends keyof ReadBody> {
  body: ReadBody[Kind]
  /** The fields that could not be read and were left out. */
  problems: Problem[]
  /** The place of each item of an order among the items that were said. */
  itemPlaces?: number[] | undefined
}

export function readSaid<Kind extends keyof ReadBody>(kind: Kind, said: Said): Read<Kind> {
  const read = kind === 'convert' ? readConversion(said) : readSignUp(said)
  return read as Read<Kind> // of the requested kind
}

function readConversion(said: Said): Read<'convert'> {
  const sources = toSources(said)
  const lost = (said.unreadable ?? []).map(toFieldName)
  const { order, itemPlaces, ...read } = readOrder(sources, {
    shown: { decimal: said.decimal, currency: findCurrency(sources) },
    ...(lost.length > 0 && { unreadable: new Set(lost) }),
    isSum: said.value === 'items',
    cut: said.cut ?? [],
    pieces: said.pieces,
  })
  const customer = readCustomer(said.emails, said.passed ?? [])
  const problems = limitProblems([
    ...listOwnProblems(said),
    ...lost.map((field): Problem => ({ field, code: 'unreadable' })),
    ...(said.passed ?? []).flatMap(listMisplaced),
    ...(sources.some(hasNoList) ? [{ field: 'cart_items', code: 'unreadable' }] : []),
    ...read.problems,
    ...listEmailProblems(customer),
  ])
  if ('email' in customer && sources.length === 0) problems.push({ field: 'cart_data', code: 'no_cart' })
  else if (isOfPage(said) && lacksValue(order) && !problems.some(({ field }) => field === CART_VALUE))
    problems.push({ field: CART_VALUE, code: 'no_value' })
  return { body: { ...toEmailField(customer), ...order }, problems: limitProblems(problems), itemPlaces }
}

/** Lists the problems that the page knows itself. Unknown codes are left out, because codes become figures and alerts. */
const listOwnProblems = ({ problems = [] }: Said): Problem[] =>
  problems
    .filter(({ code }) => isProblemCode(code))
    .map(({ field, code }) => ({ field: field.slice(0, MAX_NAME), code }))

const CART_VALUE = 'cart_data.cart_value'

/** A page states the value of its order under some name. A caller who passes the cart may leave it out. */
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

/** Names a value that JSON could not carry: `items.0.price` of a page is `cart_items.0.price` in problems. */
function toFieldName(name: string): string {
  const names = name.slice(0, MAX_NAME).split('.')
  const [first = '', ...rest] = names.slice(names.findIndex((each) => !ORDER_PARTS.includes(each)))
  if (first === 'cart_data' || first === 'cart_items') return name.slice(0, MAX_NAME)
  return ITEM_LIST_NAMES.includes(first) ? ['cart_items', ...rest].join('.') : ['cart_data', first, ...rest].join('.')
}

/** Lists the sources of the order. A later one wins. */
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

/** Recognises items that are neither a list nor an object, such as JSON text. They cannot be counted. */
function hasNoList({ fields, items }: OrderSource): boolean {
  const said = findFilled(fields, ITEM_LIST_NAMES)
  return items === undefined && isFilled(said) && typeof said !== 'object'
}

function findCurrency(sources: OrderSource[]): string | undefined {
  return sources.flatMap(({ fields }) => toCurrency(fields) ?? []).at(-1)
}

/** The names at the top of a passed order. */
const PASSED = ['email', 'cart_data', 'cart_items', 'ecommerce', 'signature']

/** Lists the developer's mistakes in a passed order. */
function listMisplaced(passed: Fields): Problem[] {
  const unknown = Object.keys(passed).filter((name) => !PASSED.includes(name))
  const isText = (name: string) => isFilled(passed[name]) && typeof passed[name] !== 'object'
  const unreadable = ['cart_data', 'cart_items'].filter(isText)
  if (Array.isArray(passed.cart_data)) unreadable.push('cart_data')
  return [
    ...unknown.map((name) => ({ field: name.slice(0, 64), code: 'unknown_field' })),
    ...unreadable.map((field) => ({ field, code: 'unreadable' })),
  ]
}

function readSignUp(said: Said): Read<'addToList'> {
  const form = said.form && readForm(said.form)
  const passed: Fields = Object.assign({}, ...(said.passed ?? []))
  const contact = readContact({ fields: form ?? passed, speaker: 'caller' })
  const customer = readCustomer(said.emails, [form ?? passed])
  const problems = limitProblems([
    ...listOwnProblems(said),
    ...(said.unreadable ?? []).map((field) => ({ field, code: 'unreadable' })),
    ...contact.problems,
    ...listEmailProblems(customer),
  ])
  return { body: { ...toEmailField(customer), ...contact.fields } as Partial<Contact>, problems } // as its table has it
}

/** Reads the customer's address. If a passed one cannot be read, no other replaces it: that would be another customer. */
function readCustomer(emails: readonly string[] = [], passed: readonly Fields[]): ReadEmail {
  const said = passed.findLast(({ email }) => email !== undefined && email !== null)?.email
  if (said === undefined) return readEmail(emails)
  return readEmail(typeof said === 'string' ? [said] : [])
}

const toEmailField = (customer: ReadEmail): { email?: string } => ('email' in customer ? customer : {})

const listEmailProblems = (customer: ReadEmail): Problem[] =>
  'problem' in customer ? [{ field: 'email', code: customer.problem }] : []
