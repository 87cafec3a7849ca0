/** One thing wrong with the input. */
export interface Problem {
  /** Name of the field, with dots: `cart_items.0.price`. */
  field: string
  code: ProblemCode | (string & {})
  /** The code in words, for the shop's developer; never contains the value. */
  message: string
}

export type ProblemCode =
  | 'adapter_failed' // the page could not be read
  | 'ambiguous_amount' // "1.299" on a page that does not say its language
  | 'no_email'
  | 'no_endpoint' // the script is not from the shop's own origin, and no setting says where the proxy is
  | 'no_order_number'
  | 'no_product_id' // the item is left out
  | 'not_whole_cents' // passed amounts are cents: 1999, not 19.99
  | 'unreadable' // the field is left out; the order or list as a whole is not sent

/** The codes are words, so the sentence costs no bytes of its own. */
export function addProblem(problems: Problem[], place: (string | number)[], code: Problem['code']): undefined {
  problems.push({ field: place.join('.'), code, message: code.replace(/_/g, ' ') })
}
