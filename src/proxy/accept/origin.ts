/** Takes requests of the shop's own pages, and of the shop's back end with the server token. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Settings } from '../settings.js'
import type { Guard } from './context.js'

/** Browsers send `Origin` with every POST, and no page can forge it: byte-equal to one of the shop's own, or refused. */
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

/** A wrong token is as good as none. Digests have one length, and all are compared: the time tells nothing of a token. */
function isToken(authorization: string | null, digests: Buffer[]): boolean {
  const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) return false
  const given = toDigest(token)
  return digests.map((digest) => timingSafeEqual(digest, given)).includes(true)
}

const toDigest = (token: string) => createHash('sha256').update(token).digest()
