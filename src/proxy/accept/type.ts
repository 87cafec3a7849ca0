import type { Guard } from './context.js'

/** A page can send `text/plain` without a preflight. Other programs send `application/json`. */
const TYPES = /^(text\/plain|application\/json)[\t ]*(;|$)/i

/**
 * The type that `ringup check` sends. Every proxy refuses it after the origin check, and before it reads or stores
 * anything.
 */
export const CHECK_TYPE = 'application/x-ringup-check'

export const checkType: Guard = ({ request: { headers } }) =>
  TYPES.test(headers.get('content-type') ?? '') && !headers.has('content-encoding') ? undefined : { code: 'type' }
