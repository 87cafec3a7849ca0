/** What makes an object an order: a number, or items, under the names that pages give them. */
import { EMAIL_NAMES, ITEM_LIST_NAMES, ORDER_NUMBER_NAMES, ORDER_PARTS } from '../../../contract/names.js'
import { toOrderKey } from '../../../contract/order-key.js'
import { isOrderNumber } from '../../../contract/order-number.js'
import type { Named, Said } from '../../../contract/said.js'
import { type Fields, isFields, toFields } from '../../core/fields.js'
import { safely } from '../../core/safely.js'

/** Objects within an order that are its customer. */
export const PERSONS = ['user_data', 'user_properties', 'customer', 'profile', 'billingAddress']

/** One order of the page, as it said it. */
export interface Found {
  from: NonNullable<Said['found']>['from']
  /** The order under the page's own names, with its customer. */
  order: Fields
  /** The entry of the data layer that it stands in. */
  pushed?: unknown
}

/** The object has a number, or items. Without them it is about orders in general. */
export const isOrder = (order: Fields): boolean => find(order, ORDER_NUMBER_NAMES) !== undefined || hasItems(order)

/** It tells which order it is: by a number that is one, or by items. A template not filled in does not. */
export const isIdentified = ({ order }: Found): boolean =>
  readNumber(order) !== undefined || readItems(order).some((item) => Object.keys(toFields(item)).length > 0)

/** The page shows an order, whole or not. */
export function saysOrder({ found, named = {} }: Said): boolean {
  const order = toFields(found?.order)
  const isSaid = isOrder(order) || isOrder(toFields(named.json))
  return Boolean(isSaid || find(order, ['value']) || named.items || named.order?.order_number)
}

/** The number that an order of the page says. */
export const readNumber = (order: Fields): string | undefined => toNumber(find(order, ORDER_NUMBER_NAMES))

/** The number that counts: what was passed, else what the shop has named, else what was found. */
export function readSaidNumber({ passed = [], ...ofPage }: Said): string | undefined {
  const said = passed.map(({ cart_data }) => toFields(cart_data).order_number).filter(isFilled)
  return said.length > 0 ? toNumber(said.pop()) : readNumbers(ofPage)[0]
}

/** The numbers that the page gives its order: those that the shop has named first. */
export const readNumbers = ({ named = {}, found }: Said): string[] =>
  [
    toNumber(toText(named.order?.order_number)),
    readNumber(toFields(named.json)),
    readNumber(toFields(found?.order)),
  ].filter((number) => number !== undefined)

/** The text of a named field, for shoppers or for programs. */
export const toText = (said: Named | undefined): string => (typeof said === 'object' ? said.data : said) ?? ''

/** The spelling that identifies the order: a page says `#4711` and its data layer `4711`. Undefined for a placeholder. */
function toNumber(value: unknown): string | undefined {
  const text = typeof value === 'string' || Number.isSafeInteger(value) ? toOrderKey(String(value)) : ''
  return isOrderNumber(text) ? text : undefined
}

export const hasItems = (order: Fields): boolean => readItems(order).length > 0

/** The items of an order. A single item need not be in a list. */
const readItems = (order: Fields): unknown[] => [find(order, ITEM_LIST_NAMES) ?? []].flat()

/** The first of these names that says something, in the order itself or in the parts it is wrapped in. */
export const find = (order: Fields, names: string[]): unknown => safely(() => search(order, names))

/** Never ends by itself in an order that is wrapped in itself. */
function search(order: Fields, names: string[]): unknown {
  const own = names.map((name) => order[name]).find(isFilled)
  const parts = own === undefined ? ORDER_PARTS.map((part) => order[part]).filter(isFields) : []
  return own ?? parts.map((part) => search(toFields(part), names)).find(isFilled)
}

/** The addresses of an order's customer, the order's own before the account's. */
export const readAddresses = (order: Fields): unknown[] =>
  withParts(order)
    .flatMap(withParts)
    .flatMap((fields) => [fields, ...PERSONS.map((name) => fields[name])].flatMap(toAddresses))

const withParts = (order: Fields): Fields[] => [order, ...ORDER_PARTS.map((part) => toFields(order[part]))]

/** The values of the fields that may have a person's address. */
export function toAddresses(person: unknown): unknown[] {
  const fields = toFields(person)
  return [...EMAIL_NAMES.map((name) => fields[name]), toFields(fields.profileInfo).email].flat()
}

/** The value is neither blank nor a function, which pages push as callbacks. */
const isFilled = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : typeof value !== 'function' && value !== undefined && value !== null
