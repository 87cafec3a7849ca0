/** Customers' addresses as operators and shops see them. They tell customers apart, but do not identify them. */

/**
 * "ada@shop.example.com" is "a…@s….com". A domain without a dot has no ending.
 *
 * @param at the spelling of the `@`, such as `%40`
 */
export function toMaskedEmail(email: string, at = '@'): string {
  const start = email.lastIndexOf(at)
  const domain = email.slice(start + at.length)
  const dot = domain.lastIndexOf('.')
  return `${toFirst(email.slice(0, start))}…${at}${toFirst(domain)}…${dot > 0 ? domain.slice(dot) : ''}`
}

const toFirst = (text: string) => [...text][0] ?? ''
