/**
 * *Said*: the data of one order or sign-up, as a page, form, call or platform has it. `src/normalise/` reads it.
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

/** The place where an order was found. All these places have decimal amounts and their own names. */
const Source = z.enum(['data-layer', 'json-ld', 'passed', 'shopify-pixel', 'shopify-webhook', 'woocommerce-webhook'])
export type SourceName = z.infer<typeof Source>

/** One error in the input. */
export const Problem = z.object({
  /** Name of the field, with dots: `cart_items.0.price`. Never its value. */
  field: z.string(),
  /** The kind of error. `src/normalise/problems.ts` has a sentence for each code. */
  code: z.string(),
})
export type Problem = z.infer<typeof Problem>

export const Said = z.object({
  /** Problems that the page itself found. */
  problems: z.optional(z.array(Problem)),
  /**
   * The decimal sign of amounts that shoppers see. A misspelt setting is ignored, because the order must not be lost.
   */
  decimal: z.catch(z.optional(z.enum(['.', ','])), undefined),
  /** The value of the cart is the sum of its items. */
  value: z.optional(z.literal('items')),
  /**
   * Entries of the first place that has an address. The value of a field is one entry, whole. Of a text that shoppers
   * see, each word with an `@` is an entry. The reader undoes their escapes and takes an entry whole or not at all.
   */
  emails: z.optional(z.array(z.string())),
  /**
   * The order under the page's own names, with its items inside. Missing if JSON could not carry it. `unreadable` then
   * says so, and the rest of the event still counts.
   */
  found: z.optional(z.object({ from: Source, order: z.optional(Plain) })),
  /**
   * Fields that the shop itself has named. `json`: the data behind the selector `order`, read like an order of a data
   * layer.
   */
  named: z.optional(
    z.object({
      order: z.optional(z.record(z.string(), Named)),
      items: z.optional(z.array(z.record(z.string(), Named))),
      json: z.optional(Plain),
    }),
  ),
  /** The API's own names, in whole cents: first the answer of the shop's function, then the caller's values. */
  passed: z.optional(z.array(Plain)),
  /** Fields of a form: name, `autocomplete`, type, value. */
  form: z.optional(z.array(z.tuple([z.string(), z.string(), z.string(), z.string()]))),
  /** Names of values that JSON cannot carry, within the order as the page has it: NaN, symbols, getters that throw. */
  unreadable: z.optional(z.array(z.string())),
  /** The parts that shortening removed: `texts`, `rows`. */
  cut: z.optional(z.array(z.string())),
  /** The sum of quantities of the full cart. Set if rows were cut. */
  pieces: z.optional(z.number()),
})
export type Said = z.infer<typeof Said>
