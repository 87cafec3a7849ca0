import type { Guard } from './context.js'

/** Largest request body of a back end with the server token, in bytes. */
export const MAX_SERVER_BODY_BYTES = 64 * 1024

/** Checks the size that the request declares. The real size is counted while the body is read. */
export const checkSize: Guard = ({ request }) =>
  Number(request.headers.get('content-length') ?? 0) > MAX_SERVER_BODY_BYTES ? { code: 'too_large' } : undefined
