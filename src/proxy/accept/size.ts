import { MAX_BODY_BYTES } from '../../contract/limits.js'
import type { Guard } from './context.js'

/** The size the request declares. What it really is gets counted while the body is read. */
export const checkSize: Guard = ({ request }) =>
  Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES ? { code: 'too_large' } : undefined
