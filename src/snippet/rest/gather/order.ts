/** Recognises an order among a page's objects: it has a number or items, under the names that pages use. */
import { EMAIL_NAMES, ITEM_LIST_NAMES, ORDER_NUMBER_NAMES, ORDER_PARTS } from '../../../contract/names.js'
import { toOrderKey } from '../../../contract/order-key.js'
import { isOrderNumber } from '../../../contract/order-number.js'
import type { Named, Said } from '../../../contract/said.js'
import { type Fields, isFields, toFields } from '../../core/fields.js'
import { safely } from '../../core/safely.js'

/** Objects within an order that hold its customer. */
export const PERSONS = ['user_data', 'user_properties', 'customer', 'profile', 'billingAddress']

/** One order of the page, in the page's own form. */
export interface Found {
  from: NonNullable<Said['found']>['from']
  /** The order under the page's own names, with its customer. */
  order: Fields
  /** The entry of the data layer that holds the order. */
  pushed?: unknown
}

/** Checks whether the object has a number or items. Without them it is about orders in general. */
export const isOrder = (order: Fields): boolean => find(order, ORDER_NUMBER_NAMES) !== undefined || hasItems(order)

/**
 * Picks the order with the wanted number, else the one with the latest number, else the latest one with items. A tag for
 * ads repeats an order without its number or without its items.
 *
 * @param found the latest first
 */
export function pickOrder<F extends Found>(found: F[], wanted?: string): F | undefined {
  const numbers = found.map(({ order }) => readNumber(order))
  const number = [wanted, ...numbers].find((each) => each && numbers.includes(each))
  const same = found.filter((_each, index) => numbers[index] === number)
  return same.find(({ order }) => hasItems(order)) ?? (number ? same[0] : undefined)
}

/** Checks whether the page shows an order, whole or not. */
export function saysOrder({ found, named = {} }: Said): boolean {
  const order = toFields(found?.order)
  const isSaid = isOrder(order) || isOrder(toFields(named.json))
  return Boolean(isSaid || find(order, ['value']) || named.items || named.order?.order_number)
}

/** Reads the number that the page gives an order. */
export const readNumber = (order: Fields): string | undefined => toNumber(find(order, ORDER_NUMBER_NAMES))

/** Reads the number that counts: the passed one, else the one that the shop has named, else the found one. */
export function readSaidNumber({ passed = [], ...ofPage }: Said): string | undefined {
  const said = passed.map(({ cart_data }) => toFields(cart_data).order_number).filter(isFilled)
  return said.length > 0 ? toNumber(said.pop()) : readNumbers(ofPage)[0]
}

/** Reads the numbers that the page gives its order. The number that the shop has named comes first. */
export const readNumbers = ({ named = {}, found }: Said): string[] =>
  [
    toNumber(toText(named.order?.order_number)),
    readNumber(toFields(named.json)),
    readNumber(toFields(found?.order)),
  ].filter((number) => number !== undefined)

/** Returns the text of a named field, for shoppers or for programs. */
export const toText = (said: Named | undefined): string => (typeof said === 'object' ? said.data : said) ?? ''

/**
 * Returns the spelling that identifies the order: the page shows `#4711` and its data layer has `4711`. Undefined for a
 * placeholder.
 */
function toNumber(value: unknown): string | undefined {
  const text = typeof value === 'string' || Number.isSafeInteger(value) ? toOrderKey(String(value)) : ''
  return isOrderNumber(text) ? text : undefined
}

/** Checks whether an item has fields: a template that is not filled in has none. A single item need not be in a list. */
export const hasItems = (order: Fields): boolean =>
  [find(order, ITEM_LIST_NAMES)].flat().some((item) => Object.keys(toFields(item)).length > 0)

/** Finds the value of the first name that has one, in the order itself or in the objects round its fields. */
export const find = (order: Fields, names: string[]): unknown => safely(() => search(order, names))

/** Overflows the stack if an order contains itself. `find` then returns undefined. */
function search(order: Fields, names: string[]): unknown {
  const own = names.map((name) => order[name]).find(isFilled)
  const parts = ORDER_PARTS.map((part) => order[part]).filter(isFields)
  return own ?? parts.map((part) => search(toFields(part), names)).find(isFilled)
}

/** Reads the addresses of an order's customer, the order's own before the account's. */
export const readAddresses = (order: Fields): unknown[] =>
  withParts(order)
    .flatMap(withParts)
    .flatMap((fields) => [fields, ...PERSONS.map((name) => fields[name])].flatMap(toAddresses))

const withParts = (order: Fields): Fields[] => [order, ...ORDER_PARTS.map((part) => toFields(order[part]))]

/** Lists the values of the fields that may have a person's address. */
export function toAddresses(person: unknown): unknown[] {
  const fields = toFields(person)
  return [...EMAIL_NAMES.map((name) => fields[name]), toFields(fields.profileInfo).email].flat()
}

/** Checks that the value is neither blank nor a function. Pages push functions as callbacks. */
const isFilled = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : typeof value !== 'function' && value !== undefined && value !== null
