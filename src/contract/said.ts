/**
 * What a page, form, call or platform said of one order or sign-up, as it said it. The reader is `src/normalise/`.
 *
 * The schema looks at the outer shape alone. What is within is checked by the reader, and what comes out of it by the schemas of
 * the API's own payloads.
 */
import * as z from 'zod/mini'

/** An object as the page had it, which is not copied. */
const Plain = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/**
 * A text as shoppers see it; or one that the page gives for machines (`content`, `data-ringup-value`), which shortening may
 * have taken out.
 */
const Named = z.union([z.string(), z.object({ data: z.optional(z.string()) })])
export type Named = z.infer<typeof Named>

/** Where an order was found. All of them have decimal amounts and names of their own. */
const Source = z.enum(['data-layer', 'json-ld', 'passed', 'shopify-pixel', 'shopify-webhook', 'woocommerce-webhook'])
export type SourceName = z.infer<typeof Source>

/** One thing that is wrong with the input. */
export const Problem = z.object({
  /** Name of the field, with dots: `cart_items.0.price`. Never its value. */
  field: z.string(),
  /** What is wrong with it; `src/normalise/problems.ts` has a sentence for each. */
  code: z.string(),
})
export type Problem = z.infer<typeof Problem>

export const Said = z.object({
  /** What the page itself knows to be wrong. */
  problems: z.optional(z.array(Problem)),
  /** The decimal sign of amounts that shoppers see. A misspelt setting costs no order. */
  decimal: z.catch(z.optional(z.enum(['.', ','])), undefined),
  /** The value of the cart is the sum of its items. */
  value: z.optional(z.literal('items')),
  /**
   * Entries of the first place that has an address: the value of a field, whole, or the words with an `@` of a text that shoppers see.
   * The reader undoes their escapes and takes an entry whole or not at all.
   */
  emails: z.optional(z.array(z.string())),
  /**
   * The order under the names of the page; its items are inside, under the page's own name for them. Left out where JSON could not
   * carry it: `unreadable` says so, and the rest of the event still counts.
   */
  found: z.optional(z.object({ from: Source, order: z.optional(Plain) })),
  /** Fields that the shop itself has named. `json`: what the selector `order` led to, read like an order of a data layer. */
  named: z.optional(
    z.object({
      order: z.optional(z.record(z.string(), Named)),
      items: z.optional(z.array(z.record(z.string(), Named))),
      json: z.optional(Plain),
    }),
  ),
  /** The API's own names, in whole cents: what the shop's function answered, then what the caller passed. */
  passed: z.optional(z.array(Plain)),
  /** Fields of a form: name, `autocomplete`, type, value. */
  form: z.optional(z.array(z.tuple([z.string(), z.string(), z.string(), z.string()]))),
  /** Names, within the order as the page has it, of what JSON cannot carry: NaN, symbols, getters that throw. */
  unreadable: z.optional(z.array(z.string())),
  /** What shortening took: `texts`, `rows`. */
  cut: z.optional(z.array(z.string())),
  /** The sum of quantities of the full cart, where rows were cut. */
  pieces: z.optional(z.number()),
})
export type Said = z.infer<typeof Said>
