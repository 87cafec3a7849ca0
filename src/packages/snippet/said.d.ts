/**
 * The package's `contract/said`: all of it that a caller gets. The real one's schemas would bring a library along.
 */

/** One thing that is wrong with the input. */
export interface Problem {
  /** Name of the field, with dots: `cart_items.0.price`. Never its value. */
  field: string
  /** What is wrong with it; the guide has a sentence for each. */
  code: string
}
/** Parts of parts, whatever their names are. */
export interface Said {
  [part: string]: Said
}
export type Named = Said
