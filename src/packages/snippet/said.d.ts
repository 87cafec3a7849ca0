/**
 * In the package this stands in the place of contract/said: its schemas would bring a library along for types that no caller
 * sees. What is sent is between script and proxy; of a problem a caller gets this.
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
