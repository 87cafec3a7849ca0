/** Files the proxy serves beside the events: the snippet under its short name, and under one that never changes. */
import { HEADERS } from './answer.js'

export interface File {
  /** Name under the proxy's path, without a slash. */
  name: string
  bytes: Uint8Array<ArrayBuffer>
  /** The same, compressed; without them it is for others to compress. */
  br?: Uint8Array<ArrayBuffer>
  gzip?: Uint8Array<ArrayBuffer>
  /** Weak, and one for all three: they say the same. */
  etag: string
  /** Never another content under this name. */
  immutable: boolean
}

const DAY_S = 86_400
/** Long enough for a visit, short enough that a new version reaches every shopper within minutes; and while the proxy is away, a day. */
const SHORTLY = `public, max-age=300, stale-while-revalidate=${DAY_S}, stale-if-error=${DAY_S}`
const FOR_GOOD = `public, max-age=${365 * DAY_S}, immutable`

/** What is read of a header that is parted at its commas: 31 KB of nothing else cost 9 ms. */
const MAX_READ_BYTES = 1_024

export function answerWithFile({ method, headers: asked }: Request, file: File): Response {
  const readStart = (name: string) => (asked.get(name) ?? '').slice(0, MAX_READ_BYTES)
  const coding = (['br', 'gzip'] as const).find((name) => file[name] && accepts(readStart('accept-encoding'), name))
  const headers: Record<string, string> = {
    ...HEADERS,
    'cross-origin-resource-policy': 'cross-origin', // also for pages that are cross-origin isolated
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': file.immutable ? FOR_GOOD : SHORTLY,
    etag: file.etag,
    vary: 'Accept-Encoding',
  }
  if (isKnown(readStart('if-none-match'), file.etag)) return new Response(null, { status: 304, headers })
  const bytes = (coding && file[coding]) ?? file.bytes
  if (coding) headers['content-encoding'] = coding
  headers['content-length'] = String(bytes.byteLength)
  return new Response(method === 'HEAD' ? null : bytes, { headers })
}

/** `Accept-Encoding` (RFC 9110, 12.5.3). A wildcard counts as no: identity is always right. */
function accepts(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', weight = ''] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === coding && !/^q=0(\.0*)?$/.test(weight)
  })
}

/** `If-None-Match` (RFC 9110, 13.1.2): compared weakly, for a server in between may have weakened or quoted it anew. */
function isKnown(header: string, etag: string): boolean {
  const toOpaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => toOpaque(tag) === toOpaque(etag))
}
