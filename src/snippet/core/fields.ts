/** An object from the page. Its values are not checked yet. */
export type Fields = Record<string, unknown>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the object itself. Any other value becomes an empty object. */
export const toFields = (value: unknown): Fields => (isFields(value) ? value : {})
