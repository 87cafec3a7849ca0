/** What is wrong with the input. Codes only: the sentences are the debug panel's. */

export interface Problem {
  /** Name of the field, with dots: `cart_items.0.price`. Never its value. */
  field: string
  code: ProblemCode
}

export type ProblemCode =
  | 'adapter_failed' // the shop's own adapter threw, or took more than 3 s
  | 'ambiguous_amount' // "1.299" on a page that does not say its language
  | 'bad_selector' // of the setting `selectors`: it is none, or its pattern
  | 'card' // a value that looks like a card number, in a field the API does not know
  | 'no_email'
  | 'no_endpoint' // the script is not from the shop's own origin, and no setting says where the proxy is
  | 'no_list' // the name of the list is no text
  | 'no_order' // what was passed is no object
  | 'no_order_number'
  | 'no_product_id' // the item is left out
  | 'too_large'
  | 'two_emails' // in one place; nobody can say whose order it is
  | 'unreadable' // the field is left out
  | (string & {}) // the proxy's own

/** One value of the page, or why it could not be read. */
export type Parsed<T> = { value: T } | { problem: ProblemCode }
