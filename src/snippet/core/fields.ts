/** An object from the page. Its values are not checked yet. */
export type Fields = Record<string, unknown>

/**
 * Recognises an object of data, also of another frame, of a class, or the `arguments` of a call. Markup by shoppers is an element, a
 * list of elements, or a window.
 */
export function isFields(value: unknown): value is Fields {
  return /^\[object (Object|Arguments)\]$/.test(Object.prototype.toString.call(value))
}

/** Returns the object itself. Any other value becomes an empty object. */
export const toFields = (value: unknown): Fields => (isFields(value) ? value : {})
