import type { Guard } from './visit.js'

/** `text/plain` is what a page may send without a preflight; `application/json` is what other programs send. */
export const checkType: Guard = ({ request }) => {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  const known = type === 'text/plain' || type === 'application/json'
  return known && !request.headers.has('content-encoding') ? undefined : { code: 'type' }
}
