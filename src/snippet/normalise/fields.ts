/** Every field of the contract: what pages call it, and how it is read. */
import type { ContactFields } from '../../contract/contact.js'
import type { CartDataFields, CartItemFields } from '../../contract/conversion.js'
import { readPaths } from '../adapters/read-path.js'
import { type AddProblem, toCode } from '../problem.js'
import { type Decimal, toCents, toWhole } from './cents.js'
import { toEmail, toMatch, toOrderNumber, toText } from './text.js'

/** Undefined, or a thrown code, when the value cannot be read; blank when there is none. */
type Reader = (value: unknown, decimal: Decimal | undefined, all: unknown[]) => unknown

/** The page's names and paths of each field, by precedence after the API's own; and how it is read if it is no plain text. */
type Rule = string | [paths: string, reader: Reader]
/** Those that are no text have to be here. */
type Table<Fields> = { [Name in keyof Fields as string extends NonNullable<Fields[Name]> ? never : Name]-?: Rule } & {
  [Name in keyof Fields]?: Rule
}

export const CART: Table<CartDataFields> & { order_number: [string, Reader] } = {
  promo: 'coupon discountCode',
  order_number: ['order_number transaction_id id orderNumber', toOrderNumber],
  cart_item_count: ['', toWhole],
  cart_value: ['value revenue price partOfInvoice.totalPaymentDue.price', toCents],
}
export const ITEM: Table<CartItemFields> = {
  qty_price: ['', toCents],
  name: 'item_name',
  item_qty: ['orderQuantity eligibleQuantity.value quantity', toWhole],
  price: ['', toCents],
  product_id: 'item_id id sku',
  image_url: 'image',
  product_url: 'url',
  category: [
    'item_category item_category2 item_category3 item_category4 item_category5',
    // `a/b/c` alone is a path of categories; several are taken as they are.
    (_value, _decimal, all) => {
      const names = all.flat().filter((each) => each)
      return (names[1] ? names : `${names}`.split('/')).map(toText).filter((each) => each)
    },
  ],
}
/** Of forms: what `autocomplete` calls them (HTML standard, "autofill field"). */
export const CONTACT: Table<ContactFields> = {
  first_name: 'given-name',
  last_name: 'family-name',
  email: ['', toEmail],
  // A day that exists: 30 February would roll over to another day, and no day at all throws.
  birthdate: [
    'bday',
    (value) =>
      new Date(value as string)
        .toJSON()
        .split('T')
        .find((day) => day === value),
  ],
  gender: ['sex', toMatch(/^m(?=(ale)?$)|^f(?=(emale)?$)/i)],
  country: '',
  address1: 'address-line1',
  address2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  postal_code: 'postal-code',
  phone: 'tel',
  language: ['', toMatch(/^[a-z]{2}(?=$|[-_])/i)],
  age: ['', (value) => ((toWhole(value) as number) <= 150 ? toWhole(value) : undefined)],
  // Throws for a name it does not know.
  timezone: ['', (value) => new Date().toLocaleString([], { timeZone: toText(value) }) && toText(value)],
}

/** Where pages have the customer's address, in the data layer and in JSON-LD. */
export const EMAILS =
  'user_data.email user_data.email_address ecommerce.user_data.email user_properties.email customer.email'
/** Where an order has its items. */
export const ITEMS = 'items purchase.products acceptedOffer orderedItem'

/** Every name in a table, the API's and the pages'. */
export function toNames(table: object): string[] {
  return JSON.stringify(table).match(/[@\w-]+/g) as string[]
}

/**
 * @param place what the names of fields begin with in problems
 * @param decimal of a page, under its own names: its decimal sign, any other sign where that is not known. Without it:
 *   of a caller, under the API's names and in cents
 * @returns the fields that could be read; each other one is a problem. Absent and blank is neither
 */
export function readFields(
  source: Record<string, unknown>,
  table: Record<string, string | [string, Reader]>,
  place: string,
  addProblem: AddProblem,
  decimal?: Decimal,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  // What is read under another name, who the customer is and JSON-LD's keywords do not travel a second time.
  const taken = decimal ? toNames([table, EMAILS, ITEMS, 'itemOffered @type @context']) : []
  // `__proto__` and `constructor` reach the object's prototype.
  for (const name of new Set([table, source].flatMap(Object.keys)))
    if (!(name in { prototype: 1 }) && (name in table || !taken.includes(name)))
      try {
        const [paths, reader = toText] = [table[name] ?? ''].flat() as [string, Reader?]
        const all = readPaths(source, decimal ? paths : '', source[name])
        const value = all.length ? reader(all[0], decimal, all) : ''
        if (value == null) throw value
        if (`${value}`) fields[name] = value // not '', nor []
      } catch (code) {
        addProblem(place + name, toCode(code))
      }
  return fields
}
