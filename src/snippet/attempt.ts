/**
 * Undefined when the action throws. For what may throw on any page and stop nothing: storage the shopper has
 * refused, a getter or toJSON of the page, a circular value, a date or language that is none.
 */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {} // as said above
}

/** Undefined when it is no JSON. */
export function parse(text: unknown) {
  return attempt(() => JSON.parse(text as string)) // takes, and mostly refuses, anything
}

/** Rejects with the reason `timeout`. */
export function failAfter(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => setTimeout(reject, ms, 'timeout'))
}
