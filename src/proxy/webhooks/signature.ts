/** Whether the platform has written this: base64 of HMAC-SHA-256 over the body's bytes, as Shopify and WooCommerce make it. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** 32 bytes. Anything else is refused before the body is read. */
const FORM = /^[A-Za-z\d+/]{43}=$/

export const isSignature = (text: string | null): text is string => text !== null && FORM.test(text)

/**
 * Hashes a body while it comes.
 *
 * @param secrets all are tried, so that the time does not tell which was right
 */
export function createSignatureCheck(signature: string, secrets: string[]) {
  const hashes = secrets.map((secret) => createHmac('sha256', secret))
  return {
    update(piece: Uint8Array) {
      for (const hash of hashes) hash.update(piece)
    },
    isGenuine(): boolean {
      const given = Buffer.from(signature, 'base64')
      return hashes.map((hash) => timingSafeEqual(hash.digest(), given)).includes(true)
    },
  }
}
