/**
 * Checks whether the platform has signed a body: base64 of HMAC-SHA-256 over its bytes, as Shopify and WooCommerce make
 * it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** 32 bytes. Any other form is refused before the body is read. */
const FORM = /^[A-Za-z\d+/]{43}=$/

export const isSignature = (text: string | null): text is string => text !== null && FORM.test(text)

/**
 * Hashes a body while it arrives.
 *
 * @param secrets all are tried, so the time does not reveal the right one
 */
export function createSignatureCheck(signature: string, secrets: string[]) {
  const hashes = secrets.map((secret) => createHmac('sha256', secret))
  return {
    update(piece: Uint8Array) {
      for (const hash of hashes) hash.update(piece)
    },
    isGenuine(): boolean {
      const bytes = Buffer.from(signature, 'base64')
      return hashes.map((hash) => timingSafeEqual(hash.digest(), bytes)).includes(true)
    },
  }
}
