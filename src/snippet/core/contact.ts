/** The fields of a customer that a caller may pass. */

/** A contact as `addToList()` takes it. Any other key is kept as text, in the contact's custom fields. */
export interface Contact {
  /** The customer's address. */
  email?: string | undefined
  /** First name. */
  first_name?: string | undefined
  /** Last name. */
  last_name?: string | undefined
  /** As the shopper wrote it. */
  phone?: string | undefined
  /** A name of the TZ database, such as `Europe/Berlin`. */
  timezone?: string | undefined
  /** Whole years, 0 to 150. */
  age?: number | string | undefined
  /** `m` or `f`; `male` and `female` are read too. */
  gender?: string | undefined
  /** Two letters: `de-AT` is read as `de`. */
  language?: string | undefined
  /** First line of the address. */
  address1?: string | undefined
  /** Second line of the address. */
  address2?: string | undefined
  /** City. */
  city?: string | undefined
  /** State or region. */
  state?: string | undefined
  /** Postal code. */
  postal_code?: string | number | undefined
  /** Country. */
  country?: string | undefined
  /** A real date, `YYYY-MM-DD`. */
  birthdate?: string | undefined
  [additional: string]: unknown
}
