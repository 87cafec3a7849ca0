/**
 * Undefined when the action throws. For what may throw on any page and stop nothing: storage the shopper has
 * refused, a getter or toJSON of the page, a circular value, a date or language that is none.
 */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
