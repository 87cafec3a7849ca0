/**
 * Files that the proxy serves in addition to the events: the snippet under its short name, and under a permanent name with a
 * hash.
 */
import { HEADERS } from './answer.js'

export interface File {
  /** Name under the proxy's path, without a slash. */
  name: string
  bytes: Uint8Array<ArrayBuffer>
  /** The compressed bytes. Without them, a web server may compress the file. */
  br?: Uint8Array<ArrayBuffer>
  gzip?: Uint8Array<ArrayBuffer>
  /** Weak, and one for all three forms, because their content is equal. */
  etag: string
  /** The content under this name never changes. */
  immutable: boolean
}

const DAY_S = 86_400
/** Short enough that a new version reaches every shopper within a minute. A day if the proxy fails. */
const SHORTLY = `public, max-age=60, stale-if-error=${DAY_S}`
const FOR_GOOD = `public, max-age=${365 * DAY_S}, immutable`

/** The length that is read of a header with commas. 31 KB of commas cost 9 ms. */
const MAX_READ_BYTES = 1_024

export function answerWithFile({ method, headers: requestHeaders }: Request, file: File): Response {
  const readStart = (name: string) => (requestHeaders.get(name) ?? '').slice(0, MAX_READ_BYTES)
  const coding = (['br', 'gzip'] as const).find((name) => file[name] && accepts(readStart('accept-encoding'), name))
  const headers: Record<string, string> = {
    ...HEADERS,
    'cross-origin-resource-policy': 'cross-origin', // also for pages that are cross-origin isolated
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': file.immutable ? FOR_GOOD : SHORTLY,
    etag: file.etag,
    vary: 'Accept-Encoding',
  }
  if (isCurrent(readStart('if-none-match'), file.etag)) return new Response(null, { status: 304, headers })
  const bytes = (coding && file[coding]) ?? file.bytes
  if (coding) headers['content-encoding'] = coding
  headers['content-length'] = String(bytes.byteLength)
  return new Response(method === 'HEAD' ? null : bytes, { headers })
}

/**
 * Reads `Accept-Encoding` (RFC 9110, 12.5.3). A wildcard counts as no, because the uncompressed form is always
 * accepted.
 */
function accepts(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', weight = ''] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === coding && !/^q=0(\.0*)?$/.test(weight)
  })
}

/**
 * Reads `If-None-Match` (RFC 9110, 13.1.2). The comparison is weak, because a server in between may have weakened or
 * quoted the tag.
 */
function isCurrent(header: string, etag: string): boolean {
  const toOpaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => toOpaque(tag) === toOpaque(etag))
}
