/**
 * The one set of headers for every answer of the operator's port: no other site may frame, read or store it.
 *
 * Everything comes from this host. The page has no inline script or style.
 */
import { createMiddleware } from 'hono/factory'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

export const OPERATOR_HEADERS: Record<string, string> = {
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin-allow-popups', // the set-up page opens the shop
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The set-up page has a policy of its own in its head, and its header says only that no site may frame it. */
export const OWN_POLICY = { 'content-security-policy': "frame-ancestors 'none'" }

export const operatorHeaders = createMiddleware(async (context, next) => {
  await next()
  for (const [name, value] of Object.entries(OPERATOR_HEADERS))
    if (!context.res.headers.has(name)) context.header(name, value)
})
