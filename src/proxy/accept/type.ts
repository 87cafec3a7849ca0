import type { Guard } from './context.js'

/** `text/plain` is what a page may send without a preflight; `application/json` is what other programs send. */
const TYPES = /^(text\/plain|application\/json)[\t ]*(;|$)/i

/** What `ringup check` sends: refused by every proxy after it has looked at the origin, and before it reads or stores anything. */
export const CHECK_TYPE = 'application/x-ringup-check'

export const checkType: Guard = ({ request: { headers } }) =>
  TYPES.test(headers.get('content-type') ?? '') && !headers.has('content-encoding') ? undefined : { code: 'type' }
