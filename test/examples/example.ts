/** One page and the payload that must be sent for it. */

/** The page when the call is made. */
export interface Page {
  /** Entry by entry. A list is a call of `gtag()`. The setting `dataLayer` is the global's name. */
  dataLayer?: unknown[]
  /** The global `digitalData`, of W3C. */
  digitalData?: unknown
  /** The HTML of the body. */
  html?: string
  /** The settings of `configure()`. */
  settings?: Record<string, unknown>
  /** The order or contact that the call passes. */
  passed?: Record<string, unknown>
}

export interface Example {
  name: string
  page: Page
  /** The API's own payload. */
  sent: Record<string, unknown>
  /** Each field that could not be read, with the code of the reason. */
  problems: Record<string, string>
  /** A public page of a system or report that prints this form. `owner/name#1` and `owner/name: path` are on github.com. */
  from?: string
}

export const email = 'ada@example.com'
export const user_data = { email }

/** A purchase with only the fields of the example, as entries of the data layer, and as a page with nothing else. */
export const purchase = (ecommerce: object) => [{ event: 'purchase', user_data, ecommerce }]
export const bought = (ecommerce: object) => ({ dataLayer: purchase(ecommerce) })

/** A row: the page, and the differences from the customer's order with an empty cart and without problems. */
interface Row extends Pick<Example, 'page' | 'from'>, Partial<Pick<Example, 'sent' | 'problems'>> {
  cart?: object
  items?: object[]
}

export function example(name: string, { page, cart = {}, items, sent, problems = {}, from }: Row): Example {
  const payload = sent ?? { email, cart_data: cart, ...(items && { cart_items: items }) }
  return { name, page, problems, sent: payload, ...(from && { from }) }
}

/** A sign-up without problems, unless the row names them. */
export function signUp(name: string, row: Pick<Example, 'page' | 'sent'> & Partial<Example>): Example {
  return { name, problems: {}, ...row }
}
