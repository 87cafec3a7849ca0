/**
 * Reads a raw order. The order of the page is chosen first (`choose/`). Then marks < page < named < passed, field by field; items are
 * replaced as a whole.
 */
import type { Conversion } from '../contract/conversion.js'
import { ITEM_LIST_NAMES, ORDER_PARTS } from '../contract/names.js'
import type { Problem, Raw } from '../contract/raw.js'
import type { Entry } from './choose/entries.js'
import { type Choice, choose } from './choose/index.js'
import { toDate } from './choose/order.js'
import { listEmailProblems, readCustomer, toEmailField } from './customer.js'
import { type Fields, findFilled, isFilled, toFields } from './fields.js'
import { toCurrency } from './names.js'
import { type OrderSource, readOrder } from './order.js'
import { limitProblems, listOwnProblems, MAX_NAME } from './problems.js'
import { toList, type Unwrapped, unwrapOrder } from './sources/unwrap.js'

/** An order or sign-up as far as it could be read. Without `email` it cannot be sent. */
export interface Reading<Body> {
  /** The API's payload. */
  body: Body
  /** The fields that could not be read and were left out. */
  problems: Problem[]
  /** The place of each item of an order among the items of the page. */
  itemPlaces?: number[] | undefined
  /** The order says that it was cancelled or returned, or its total is negative. */
  isCancelled?: boolean
  /** The order's own date, in milliseconds since 1970. */
  orderedAt?: number | undefined
}

/** @param platform the order in a platform's own JSON, unwrapped */
export function readConversion(raw: Raw, platform?: Unwrapped): Reading<Partial<Conversion>> {
  const choice = choose(raw)
  const sources = toSources(raw, choice, platform)
  const lost = (raw.unreadable ?? []).map(toFieldName)
  const { order, itemPlaces, isNegative, ...read } = readOrder(sources, {
    notation: { decimal: raw.decimal, currency: findCurrency(sources) },
    ...(lost.length > 0 && { unreadable: new Set(lost) }),
    isSum: raw.value === 'items',
    cut: raw.cut ?? [],
    pieces: raw.pieces,
  })
  const customer = readCustomer(choice.emails, raw.passed ?? [], raw.unreadable)
  const problems = limitProblems([
    ...listOwnProblems(raw),
    ...lost.map((field): Problem => ({ field, code: 'unreadable' })),
    ...(raw.passed ?? []).flatMap(listMisplaced),
    ...(sources.some(hasNoList) ? [{ field: 'cart_items', code: 'unreadable' }] : []),
    ...read.problems,
    ...listEmailProblems(customer),
  ])
  if ('email' in customer && sources.length === 0) problems.push({ field: 'cart_data', code: 'no_cart' })
  else if (isOfPage(raw, choice) && lacksValue(order) && !problems.some(({ field }) => field === CART_VALUE))
    problems.push({ field: CART_VALUE, code: 'no_value' })
  return {
    body: { ...toEmailField(customer), ...order },
    problems: limitProblems(problems),
    itemPlaces,
    isCancelled: isCancelled(choice.order) || isNegative,
    orderedAt: choice.order && (toDate(choice.order.order) || undefined),
  }
}

/** JSON-LD's `orderStatus` of orders that do not count. */
const isCancelled = (order: Entry | undefined): boolean =>
  /Order(Cancelled|Returned)$/.test(String(order?.order.orderStatus ?? ''))

const CART_VALUE = 'cart_data.cart_value'

/** A page states the value of its order under some name. A caller who passes the cart may leave it out. */
const isOfPage = ({ named, platform, passed = [] }: Raw, { order, ecommerce, marked }: Choice) =>
  (order ?? platform ?? ecommerce ?? named?.order ?? marked?.order) !== undefined &&
  !passed.some(({ cart_data }) => isFilled(cart_data))
const lacksValue = ({ cart_data, cart_items }: Partial<Conversion>) =>
  cart_data?.cart_value === undefined && (cart_data?.order_number ?? cart_items) !== undefined

/** Names a value that JSON could not carry: `items.0.price` of a page is `cart_items.0.price` in problems. */
function toFieldName(name: string): string {
  const names = name.slice(0, MAX_NAME).split('.')
  const [first = '', ...rest] = names.slice(names.findIndex((each) => !ORDER_PARTS.includes(each)))
  if (first === 'cart_data' || first === 'cart_items') return name.slice(0, MAX_NAME)
  return ITEM_LIST_NAMES.includes(first) ? ['cart_items', ...rest].join('.') : ['cart_data', first, ...rest].join('.')
}

/** Lists the sources of the order. A later one wins. */
function toSources(
  { passed = [] }: Raw,
  { order, ecommerce, marked, named }: Choice,
  platform?: Unwrapped,
): OrderSource[] {
  const sources: OrderSource[] = []
  if (hasElements(marked)) sources.push({ fields: marked?.order ?? {}, items: marked?.items, speaker: 'shown' })
  if (platform) sources.push({ ...platform, speaker: 'data' })
  if (order) sources.push({ ...unwrapOrder(order.order), speaker: 'data' })
  if (named?.json) sources.push({ ...unwrapOrder(named.json), speaker: 'data' })
  if (hasElements(named)) sources.push({ fields: named?.order ?? {}, items: named?.items, speaker: 'shown' })
  if (ecommerce) sources.push({ ...unwrapOrder(ecommerce), speaker: 'data' })
  for (const { cart_data, cart_items } of passed.filter(hasCart))
    sources.push({ fields: toFields(cart_data), items: toList(cart_items), speaker: 'caller' })
  return sources
}

/** The customer's address is not a field of the cart. */
const hasElements = (elements: Raw['marked']): boolean =>
  elements?.items !== undefined || Object.keys(elements?.order ?? {}).some((name) => name !== 'email')

const hasCart = ({ cart_data, cart_items, ecommerce: _, ...others }: Fields): boolean =>
  (cart_data ?? cart_items) !== undefined || Object.keys(others).length > 0

/** Recognises items that are neither a list nor an object, such as JSON text. They cannot be counted. */
function hasNoList({ fields, items }: OrderSource): boolean {
  const list = findFilled(fields, ITEM_LIST_NAMES)
  return items === undefined && isFilled(list) && typeof list !== 'object'
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
