/**
 * The package's `contract/raw`, with the types that a caller gets. The schemas of the real file would need a library.
 */

/** One error in the input. */
export interface Problem {
  /** Name of the field, with dots: `cart_items.0.price`. Never its value. */
  field: string
  /** The kind of error. The guide has a sentence for each code. */
  code: string
}
/** Any object, whatever its fields are. */
export interface Raw {
  [part: string]: Raw
}
export type Named = Raw
