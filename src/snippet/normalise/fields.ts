/** Every field of the contract: what pages call it, and how it is read. */
import type { ContactFields } from '../../contract/contact.js'
import type { CartDataFields, CartItemFields } from '../../contract/conversion.js'
import { addProblem, type Problem, type ProblemCode } from '../problem.js'
import { toCents, toWhole } from './cents.js'
import { toEmail, toOrderNumber, toText } from './text.js'

/** The page's names of each field, by precedence after the API's own. The blank row is what does not travel. */
type Names<Fields> = Record<keyof Fields | '', string>

export const CART: Names<CartDataFields> = {
  order_number: 'transaction_id id transactionID orderNumber',
  cart_value: 'value revenue transactionTotal price',
  promo: 'coupon voucherCode discountCode',
  cart_item_count: '',
  return_url: '',
  '': 'event items purchase user_data user_properties send_to customer acceptedOffer orderedItem',
}
export const ITEM: Names<CartItemFields> = {
  product_id: 'item_id id sku productID',
  name: 'item_name productName',
  price: '',
  item_qty: 'quantity orderQuantity',
  qty_price: '',
  category: 'item_category item_category2 item_category3 item_category4 item_category5',
  description: '',
  product_url: 'url productURL',
  image_url: 'image productImage',
  '': 'productInfo itemOffered orderedItem eligibleQuantity',
}
/** Of forms: what `autocomplete` calls them (HTML standard, "autofill field"). */
export const CONTACT: Names<ContactFields> = {
  email: '',
  first_name: 'given-name',
  last_name: 'family-name',
  phone: 'tel',
  birthdate: 'bday',
  gender: 'sex',
  language: '',
  address1: 'address-line1',
  address2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  postal_code: 'postal-code',
  country: '',
  timezone: '',
  age: '',
  '': '',
}

/** Undefined, or a thrown code, when the value cannot be read; blank when there is none. */
type Reader = (value: unknown, decimal?: string) => unknown

const toAmount: Reader = (value, decimal) => {
  if (decimal === undefined) return toWhole(value) ?? fail('not_whole_cents')
  return toCents(value, decimal) ?? fail(toCents(value, '.') === undefined ? 'unreadable' : 'ambiguous_amount')
}

const toMatch =
  (pattern: RegExp): Reader =>
  (value) =>
    pattern.exec(toText(value) ?? '')?.[1]?.toLowerCase()

type NonText<Fields> = { [K in keyof Fields]-?: string extends NonNullable<Fields[K]> ? never : K }[keyof Fields]

/** Of the fields that are no plain text, or the compiler complains; and of others that are not any text. */
const READERS: Record<NonText<CartDataFields> | NonText<CartItemFields> | NonText<ContactFields>, Reader> & Record<string, Reader> = {
  cart_value: toAmount,
  price: toAmount,
  qty_price: toAmount,
  cart_item_count: toWhole,
  item_qty: toWhole,
  order_number: (value) => toOrderNumber(value) ?? fail('no_order_number'),
  /** `a/b/c` alone is a path of categories; several are taken as they are. None is nothing. */
  category: (value) => {
    const names = [value].flat(2).flatMap((name) => toText(name) || [])
    const parts = names[1] ? names : names.flatMap((name) => name.split('/').flatMap((part) => toText(part) || []))
    return parts[0] ? parts : ''
  },
  age: (value) => {
    const age = Number(toText(value) || NaN)
    return age >= 0 && age <= 150 ? age : undefined
  },
  gender: toMatch(/^(?=(.))(m(ale)?|f(emale)?)$/i),
  language: toMatch(/^([a-z]{2})([-_]|$)/i),
  // A day that exists, as YYYY-MM-DD: 30 February would roll over to another day, and no day at all throws.
  birthdate: (value) => (new Date(`${value}T00:00Z`).toISOString().slice(0, 10) === value ? value : undefined),
  // Throws for a name it does not know.
  timezone: (value) => new Intl.DateTimeFormat('en', { timeZone: toText(value) }) && toText(value),
  email: toEmail,
}

/**
 * @param names of the fields the contract knows; every other is an additional one, and text
 * @param place what the names of fields begin with in problems
 * @param decimal the decimal sign of the page, blank where it is not known; undefined for what a caller passes, under the API's names and in cents
 * @returns the fields that could be read; each other one is a problem. Absent and blank is neither
 */
export function readFields(
  source: unknown,
  names: Record<string, string>,
  place: (string | number)[],
  problems: Problem[],
  decimal?: string,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  if (!isObject(source)) addProblem(problems, place, 'unreadable')
  else {
    for (const [name, value] of Object.entries(decimal === undefined ? source : rename(source, names))) {
      // No field, and `__proto__` reaches the object's prototype.
      if (!name || name in {} || name === 'prototype' || value == null || typeof value === 'function') continue
      if (value === '' && name !== 'order_number') continue
      try {
        const read = ((name in names && READERS[name]) || toText)(value, decimal) ?? fail('unreadable')
        if (read !== '') fields[name] = read
      } catch (code) {
        addProblem(problems, [...place, name], typeof code === 'string' ? code : 'unreadable')
      }
    }
  }
  return fields
}

/** The page's own names → the contract's. Categories are all of theirs, any other field the first that is there. */
function rename(source: Record<string, unknown>, names: Record<string, string>): Record<string, unknown> {
  const fields = { ...source }
  for (const [name, aliases] of Object.entries(names)) {
    const values = `${name} ${aliases}`.split(' ').map((alias) => {
      const value = fields[alias]
      delete fields[alias]
      return value
    })
    fields[name] = name === 'category' ? values : values.find((value) => value != null)
  }
  delete fields['']
  return fields
}

function fail(code: ProblemCode): never {
  throw code
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
