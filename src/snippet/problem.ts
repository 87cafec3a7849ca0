/** One thing wrong with the input. */
export interface Problem {
  /** Name of the field, with dots: `cart_items.0.price`. */
  field: string
  code: ProblemCode | (string & {})
}

type ProblemCode =
  | 'adapter_failed' // the shop's own adapter threw, or took more than 3 s
  | 'ambiguous_amount' // "1.299" on a page that does not say its language
  | 'no_email'
  | 'no_endpoint' // the script is not from the shop's own origin, and no setting says where the proxy is
  | 'no_order' // what was passed is no object
  | 'no_order_number'
  | 'no_product_id' // the item is left out
  | 'too_large'
  | 'unreadable' // the field is left out

export type AddProblem = (field: string, code: string) => void

/** What was thrown here is a code; anything else comes from the page or the browser. */
export function toCode(thrown: unknown): string {
  return typeof thrown === 'string' ? thrown : 'unreadable'
}
