/** Customers' addresses as operators and shops see them: enough to tell them apart, too little to know whose. */

/**
 * "ada@shop.example.com" is "a…@s….com". What has no dot ends without one.
 *
 * @param at how its `@` is written
 */
export function toMaskedEmail(email: string, at = '@'): string {
  const start = email.lastIndexOf(at)
  const domain = email.slice(start + at.length)
  const dot = domain.lastIndexOf('.')
  return `${toFirst(email.slice(0, start))}…${at}${toFirst(domain)}…${dot > 0 ? domain.slice(dot) : ''}`
}

const toFirst = (text: string) => [...text][0] ?? ''
