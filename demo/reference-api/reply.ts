/** The answer of an endpoint, and the answers that endpoints share. */
import type { ContentfulStatusCode } from 'hono/utils/http-status'

export interface Reply {
  status: ContentfulStatusCode
  body: object
  headers?: Record<string, string>
}

/** The path or the list does not exist. */
export const NOT_FOUND: Reply = { status: 404, body: { detail: 'Not found.' } }

export const UNAUTHORIZED: Reply = {
  status: 401,
  body: { detail: 'The Authorization header is missing or is not the one this API expects.' },
}

export const UNSUPPORTED_MEDIA_TYPE: Reply = {
  status: 415,
  body: { detail: 'The body must be sent as Content-Type: application/json.' },
}

export const NO_CUSTOMER: Reply = {
  status: 404,
  body: { error: 'No customer was found with this e-mail address and a session.' },
}

export function methodNotAllowed(method: string, allow: string): Reply {
  return { status: 405, body: { detail: `${method} is not allowed here, only ${allow}.` }, headers: { Allow: allow } }
}

/** Refuses a whole body. */
export function badBody(detail: string): Reply {
  return { status: 400, body: { detail } }
}
