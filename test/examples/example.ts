/** One page and what must be sent for it. */

/** The page when the call is made. */
export interface Page {
  /** Entry by entry; a list is what `gtag()` was called with. The global's name is the setting `dataLayer`. */
  dataLayer?: unknown[]
  /** The global of that name, of W3C. */
  digitalData?: unknown
  /** What is in the body. */
  html?: string
  /** `<html lang>`. */
  lang?: string
  /** As `configure()` takes them. */
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
}

export const email = 'ada@example.com'
export const user_data = { email }
