import type { Guard } from './context.js'

/** A page can send `text/plain` without a preflight. Other programs send `application/json`. */
const TYPES = /^(text\/plain|application\/json)[\t ]*(;|$)/i

export const checkType: Guard = ({ request: { headers } }) =>
  TYPES.test(headers.get('content-type') ?? '') && !headers.has('content-encoding') ? undefined : { code: 'type' }
