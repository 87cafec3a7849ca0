import { MAX_BODY_BYTES } from '../../contract/limits.js'
import type { Guard } from './context.js'

/** Checks the size that the request declares. The real size is counted while the body is read. */
export const checkSize: Guard = ({ request }) =>
  Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES ? { code: 'too_large' } : undefined
