/** What makes an object an order: a number, or items, under the names that pages give them. */
import type { Named, Said } from '../../contract/said.js'
import { type Fields, isFields, toFields } from '../fields.js'

/** The number of an order: the API, GA4, Universal Analytics, JSON-LD, W3C, older Tag Manager, Meta. */
const NUMBERS = [
  'order_number',
  'transaction_id',
  'id',
  'orderNumber',
  'transactionID',
  'transactionId',
  'order_id',
  'orderId',
]
/** The items of an order: GA4, Universal Analytics, older Tag Manager, W3C, JSON-LD, Meta. */
const ITEMS = [
  'items',
  'products',
  'transactionProducts',
  'item',
  'acceptedOffer',
  'orderedItem',
  'contents',
  'lineItems',
]
/** The number of a product: the API, GA4, Universal Analytics, JSON-LD, W3C. */
const PRODUCT_IDS = ['product_id', 'item_id', 'id', 'sku', 'productID']
/** Objects within an order whose fields are the order's: of the data layer, of Universal Analytics, and of W3C. */
const PARTS = ['ecommerce', 'purchase', 'actionField', 'total']
/** Objects within an item whose fields are the item's: of JSON-LD, and of W3C. */
const ITEM_PARTS = ['itemOffered', 'orderedItem', 'productInfo']
/** Objects within an order that are its customer. */
export const PERSONS = ['user_data', 'user_properties', 'customer', 'profile', 'billingAddress']

/** What templates print when they have no number, and pages while they have none yet. */
const NO_NUMBER =
  /^(undefined|null|NaN|-?Infinity|\[object Object\]|%.*%|\D*(\u2026|\.{3})|[^\w\u00c0-\u1fff\u3040-\uffef]*)$|\{\{|\{%|\$\{|<%|\[\[/

/** One order of the page, as it said it. */
export interface Found {
  from: NonNullable<Said['found']>['from']
  /** Under the page's own names, with its customer. */
  order: Fields
  /** The entry of the data layer that it stands in. */
  pushed?: unknown
}

/** It has a number, or items: else it is a page that speaks of orders in general. */
export function isOrder({ order }: Found): boolean {
  return isFilled(find(order, PARTS, NUMBERS)) || readItems(order).length > 0
}

/** It tells which order it is: by a number that is one, or by a product. A template not filled in does not. */
export function isIdentified({ order }: Found): boolean {
  return (
    toNumber(find(order, PARTS, NUMBERS)) !== undefined ||
    readItems(order).some((item) => isFilled(find(toFields(item), ITEM_PARTS, PRODUCT_IDS)))
  )
}

/** The page shows an order, whole or not. */
export function saysOrder({ found, named }: Said): boolean {
  const json: Found = { from: 'data-layer', order: toFields(named?.json) }
  return Boolean(found || named?.items || named?.order?.order_number || isOrder(json))
}

/** The number that an order of the page says. */
export const readNumber = (order: Fields): string | undefined => toNumber(find(order, PARTS, NUMBERS))

/** The number that counts: what was passed, else what the shop has named, else what was found. */
export function readSaidNumber({ passed = [], named, found }: Said): string | undefined {
  for (const order of [...passed].reverse()) {
    const { order_number } = toFields(toFields(order).cart_data)
    if (isFilled(order_number)) return toNumber(order_number)
  }
  const marked = toNumber(toNamedText(named?.order?.order_number))
  return marked ?? readNumber(toFields(named?.json)) ?? readNumber(toFields(found?.order))
}

const toNamedText = (named: Named | undefined) => (typeof named === 'object' ? named.data : named)

/** Undefined for what is no order number: the proxy decides, and the page need not wait for one that is. */
function toNumber(value: unknown): string | undefined {
  const text = typeof value === 'string' || Number.isSafeInteger(value) ? String(value).trim() : ''
  return NO_NUMBER.test(text) ? undefined : text
}

/** The items that an order says it has; one alone need not be in a list. */
function readItems(order: Fields): unknown[] {
  const items = find(order, PARTS, ITEMS)
  return isFilled(items) ? [items].flat() : []
}

/** The first of these names that says something, in the order itself or in the parts it is wrapped in. */
function find(order: Fields, parts: string[], names: string[]): unknown {
  for (const name of names) {
    const { [name]: value } = order
    if (isFilled(value)) return value
  }
  for (const part of parts) {
    const inner = order[part]
    const value = isFields(inner) ? find(toFields(inner), parts, names) : undefined
    if (value !== undefined) return value
  }
  return undefined
}

/** What an order says of its customer's address. */
export const readAddresses = (order: Fields): unknown[] =>
  [order, ...PARTS.map((part) => toFields(order[part]))].flatMap((fields) =>
    [fields, ...PERSONS.map((name) => fields[name])].flatMap(toAddresses),
  )

/** Where a person may say an address. */
export function toAddresses(person: unknown): unknown[] {
  const { email, email_address, profileInfo } = toFields(person)
  return [email, email_address, toFields(profileInfo).email].flat()
}

/** Not blank, and no function, which pages push as callbacks. */
const isFilled = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : typeof value !== 'function' && value !== undefined && value !== null
