/** An object with names, of whoever: what each value is has still to be seen. */
export type Fields = Record<string, unknown>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What stands there, if it has names; else nothing at all. */
export const toFields = (value: unknown): Fields => (isFields(value) ? value : {})
