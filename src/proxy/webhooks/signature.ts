/** Whether the platform has written this: base64 of HMAC-SHA-256 over the body's bytes, as Shopify and WooCommerce make it. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** 32 bytes. Anything else is refused before the body is read. */
const FORM = /^[A-Za-z\d+/]{43}=$/

export const isSignature = (text: string | null): text is string => text !== null && FORM.test(text)

/** @param secrets all are tried, so that the time does not tell which was right */
export function isGenuine(body: Uint8Array, signature: string, secrets: string[]): boolean {
  const given = Buffer.from(signature, 'base64')
  const right = secrets.map((secret) => {
    const made = createHmac('sha256', secret).update(body).digest()
    return made.length === given.length && timingSafeEqual(made, given)
  })
  return right.includes(true)
}
