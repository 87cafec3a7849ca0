/** One page and what must be sent for it. */

/** The page when the call is made. */
export interface Page {
  /** Entry by entry; a list is what `gtag()` was called with. The global's name is the setting `dataLayer`. */
  dataLayer?: unknown[]
  /** The global of that name, of W3C. */
  digitalData?: unknown
  /** What is in the body. */
  html?: string
  /** What `configure()` takes. */
  settings?: Record<string, unknown>
  /** What the call itself says: the order, or the contact. */
  passed?: Record<string, unknown>
}

export interface Example {
  name: string
  page: Page
  /** The API's own payload. */
  sent: Record<string, unknown>
  /** What could not be read: the field, and the code of the reason. */
  problems: Record<string, string>
  /** The public address of a system or report that prints this form. */
  from?: string
}

export const email = 'ada@example.com'
export const user_data = { email }

/** A purchase whose order is only what the example is about, as entries of the data layer, and as a page that has it alone. */
export const purchase = (ecommerce: object) => [{ event: 'purchase', user_data, ecommerce }]
export const bought = (ecommerce: object) => ({ dataLayer: purchase(ecommerce) })

/** What a row says: the page, and what differs from that customer's order with an empty cart, of which all was read. */
interface Row extends Pick<Example, 'page' | 'from'>, Partial<Pick<Example, 'sent' | 'problems'>> {
  cart?: object
  items?: object[]
}

export function example(name: string, { page, cart = {}, items, sent, problems = {}, from }: Row): Example {
  const payload = sent ?? { email, cart_data: cart, ...(items && { cart_items: items }) }
  return { name, page, problems, sent: payload, ...(from && { from }) }
}

/** A sign-up; all of it was read, unless the row says what was not. */
export function signUp(name: string, row: Pick<Example, 'page' | 'sent'> & Partial<Example>): Example {
  return { name, problems: {}, ...row }
}
