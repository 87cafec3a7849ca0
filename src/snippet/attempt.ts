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

/** Rejects with the reason `timeout` when the promise has not settled by then. */
export function within<T>(ms: number, promise: T): Promise<Awaited<T>> {
  return Promise.race([promise, new Promise<never>((_resolve, reject) => setTimeout(reject, ms, 'timeout'))])
}
