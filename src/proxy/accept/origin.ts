/** Accepts requests of the shop's own pages, and of the shop's back end with the server token. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Settings } from '../settings.js'
import type { Guard } from './context.js'

/**
 * Compares the origin with the shop's own, byte by byte. Browsers send `Origin` with every POST, and a page cannot
 * forge it.
 */
export function createOriginCheck({ origins, serverTokens, allowOpaqueOrigin }: Settings): Guard {
  const digests = serverTokens.map(toDigest)
  return (context) => {
    const { headers } = context.request
    context.fromServer = digests.length > 0 && isToken(headers.get('authorization'), digests)
    if (context.fromServer) return undefined
    const origin = headers.get('origin')
    if (origin === null) return allowOpaqueOrigin ? undefined : { code: 'origin' }
    if (origins.includes(origin) || (allowOpaqueOrigin && origin === 'null')) return undefined
    return { code: 'origin', origin }
  }
}

/**
 * Checks the server token. A wrong token counts as a missing one. Digests have one length, and all are compared, so the
 * time does not reveal a token.
 */
function isToken(authorization: string | null, digests: Buffer[]): boolean {
  const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) return false
  const digest = toDigest(token)
  return digests.map((each) => timingSafeEqual(each, digest)).includes(true)
}

const toDigest = (token: string) => createHash('sha256').update(token).digest()
