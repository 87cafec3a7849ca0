/** What makes an object an order: a number, or items, under the names that pages give them. */
import type { Named, Said } from '../../../contract/said.js'
import { type Fields, isFields, toFields } from '../../core/fields.js'
import { safely } from '../../core/safely.js'

/** The number of an order: the API, GA4, Universal Analytics, JSON-LD, W3C, older Tag Manager, Meta. */
// biome-ignore format: a row
const NUMBERS = ['order_number', 'transaction_id', 'id', 'orderNumber', 'transactionID', 'transactionId', 'order_id', 'orderId']
/** The items of an order: GA4, Universal Analytics, older Tag Manager, W3C, JSON-LD, Meta. */
// biome-ignore format: a row
const ITEMS = ['items', 'products', 'transactionProducts', 'item', 'acceptedOffer', 'orderedItem', 'contents', 'lineItems']
/** Objects within an order whose fields are the order's: of the data layer, of Universal Analytics, and of W3C. */
const PARTS = ['ecommerce', 'eventModel', 'transaction', 'order', 'purchase', 'actionField', 'total']
/** Objects within an order that are its customer. */
export const PERSONS = ['user_data', 'user_properties', 'customer', 'profile', 'billingAddress']

/** What templates print when they have no number, and pages while they have none yet. */
const NO_NUMBER =
  /^(undefined|null|NaN|-?Infinity|\[object Object\]|%.*%|\D*(\u2026|\.{3})|[^\w\u00c0-\u1fff\u3040-\uffef]*)$|\{\{|\{%|\$\{|<%|\[\[/

/** One order of the page, as it said it. */
export interface Found {
  from: NonNullable<Said['found']>['from']
  /** The order under the page's own names, with its customer. */
  order: Fields
  /** The entry of the data layer that it stands in. */
  pushed?: unknown
}

/** It has a number, or items: else it is a page that speaks of orders in general. */
export const isOrder = (order: Fields): boolean => find(order, NUMBERS) !== undefined || hasItems(order)

/** It tells which order it is: by a number that is one, or by items. A template not filled in does not. */
export const isIdentified = ({ order }: Found): boolean =>
  readNumber(order) !== undefined || readItems(order).some((item) => Object.keys(toFields(item)).length > 0)

/** The page shows an order, whole or not. */
export const saysOrder = ({ found, named = {} }: Said): boolean =>
  Boolean(found || named.items || named.order?.order_number || isOrder(toFields(named.json)))

/** The number that an order of the page says. */
export const readNumber = (order: Fields): string | undefined => toNumber(find(order, NUMBERS))

/** The number that counts: what was passed, else what the shop has named, else what was found. */
export function readSaidNumber({ passed = [], named = {}, found }: Said): string | undefined {
  const said = passed.map(({ cart_data }) => toFields(cart_data).order_number).filter(isFilled)
  if (said.length > 0) return toNumber(said.pop())
  return (
    toNumber(toText(named.order?.order_number)) ??
    readNumber(toFields(named.json)) ??
    readNumber(toFields(found?.order))
  )
}

/** The text of what was read, whoever it is for. */
export const toText = (said: Named | undefined): string => (typeof said === 'object' ? said.data : said) ?? ''

/** Undefined for what is no order number: the proxy decides, and the page need not wait for one that is. */
function toNumber(value: unknown): string | undefined {
  const text = typeof value === 'string' || Number.isSafeInteger(value) ? String(value).trim() : ''
  return NO_NUMBER.test(text) ? undefined : text
}

export const hasItems = (order: Fields): boolean => readItems(order).length > 0

/** The items of an order. A single item need not be in a list. */
const readItems = (order: Fields): unknown[] => [find(order, ITEMS) ?? []].flat()

/** The first of these names that says something, in the order itself or in the parts it is wrapped in. */
export const find = (order: Fields, names: string[]): unknown => safely(() => search(order, names))

/** Never ends by itself in an order that is wrapped in itself. */
function search(order: Fields, names: string[]): unknown {
  const own = names.map((name) => order[name]).find(isFilled)
  const parts = own === undefined ? PARTS.map((part) => order[part]).filter(isFields) : []
  return own ?? parts.map((part) => search(toFields(part), names)).find(isFilled)
}

/** What an order says of its customer's address. */
export const readAddresses = (order: Fields): unknown[] =>
  [order, ...PARTS.map((part) => toFields(order[part]))].flatMap((fields) =>
    [fields, ...PERSONS.map((name) => fields[name])].flatMap(toAddresses),
  )

/** Fields in which a person may say an address. */
export function toAddresses(person: unknown): unknown[] {
  const { email, email_address, profileInfo } = toFields(person)
  return [email, email_address, toFields(profileInfo).email].flat()
}

/** Whether a value says something: it is not blank, and no function, which pages push as callbacks. */
const isFilled = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : typeof value !== 'function' && value !== undefined && value !== null
