/**
 * *Raw*: the data of one order or sign-up, as a page, form, call or platform has it. `src/normalise/` reads it and chooses the order
 * and its customer.
 *
 * This schema checks only the outer shape. The reader checks the values, and the schemas of the API's payloads check
 * its results.
 */
import * as z from 'zod/mini'

/** An object as the page had it. It is not copied. */
const Plain = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/**
 * A text as shoppers see it, or `{ data }`: a text that the page has for machines (`content`, `data-ringup-value`).
 * Shortening may have removed the text.
 */
const Named = z.union([z.string(), z.object({ data: z.optional(z.string()) })])
export type Named = z.infer<typeof Named>

/** Fields of elements: of the order, with the customer's `email`, and of its rows. */
const Elements = z.object({
  order: z.optional(z.record(z.string(), Named)),
  items: z.optional(z.array(z.record(z.string(), Named))),
})

/** Platforms whose orders arrive in their own JSON, with decimal amounts. */
const PlatformName = z.enum(['shopify-pixel', 'shopify-webhook', 'woocommerce-webhook'])
export type PlatformName = z.infer<typeof PlatformName>

/** One error in the input. */
export const Problem = z.object({
  /** Name of the field, with dots: `cart_items.0.price`. Never its value. */
  field: z.string(),
  /** The kind of error. `src/normalise/problem-texts.ts` has a sentence for each code. */
  code: z.string(),
})
export type Problem = z.infer<typeof Problem>

export const Raw = z.object({
  /** Problems that the page itself found. */
  problems: z.optional(z.array(Problem)),
  /** The language of the page. */
  lang: z.optional(z.string()),
  /**
   * The decimal sign of amounts that shoppers see. A misspelt setting is ignored, because the order must not be lost.
   */
  decimal: z.catch(z.optional(z.enum(['.', ','])), undefined),
  /** The value of the cart is the sum of its items. */
  value: z.optional(z.literal('items')),
  /** The event of the data layer that converts, if the shop has named one. */
  event: z.optional(z.string()),
  /**
   * Entries of the data layer that have an order's number, items or an address, and the orders of JSON-LD: oldest first, as the page
   * has them, without persons' fields except addresses. The reader chooses the order and its customer.
   */
  entries: z.optional(z.array(Plain)),
  /** The only places that may have the customer's address. Each is read whole, or not at all. */
  emails: z.optional(z.array(z.string())),
  /**
   * Fields that the settings name. `json`: the data that the selector `order` finds, read like an entry.
   */
  named: z.optional(z.extend(Elements, { json: z.optional(Plain) })),
  /** Fields of marked elements. They fill the gaps of an order that is not whole. */
  marked: z.optional(Elements),
  /** An order in a platform's own JSON. */
  platform: z.optional(z.object({ name: PlatformName, order: z.optional(Plain) })),
  /**
   * The API's own names, in whole cents: first the answer of the shop's function, then the caller's values. `ecommerce` is a GA4 object,
   * which replaces the order of the page.
   */
  passed: z.optional(z.array(Plain)),
  /** Fields of a form: name, `autocomplete`, type, value. */
  form: z.optional(z.array(z.tuple([z.string(), z.string(), z.string(), z.string()]))),
  /** Places of values that JSON cannot carry: NaN, symbols, getters that throw. */
  unreadable: z.optional(z.array(z.string())),
  /** The parts that shortening removed: `texts`, `rows`. */
  cut: z.optional(z.array(z.string())),
  /** The sum of quantities of the full cart. Set if rows were cut. */
  pieces: z.optional(z.number()),
})
export type Raw = z.infer<typeof Raw>
