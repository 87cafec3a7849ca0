import type { Guard } from './context.js'

/** `text/plain` is what a page may send without a preflight; `application/json` is what other programs send. */
const TYPES = /^(text\/plain|application\/json)[\t ]*(;|$)/i

export const checkType: Guard = ({ request: { headers } }) =>
  TYPES.test(headers.get('content-type') ?? '') && !headers.has('content-encoding') ? undefined : { code: 'type' }
