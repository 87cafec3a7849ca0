/** Fetches a page of the shop, whatever is there: endless, slow, moved in circles, or in another charset than it says. */
import { toNetworkCause } from '../../../../network-cause.js'

const MAX_BYTES = 2 * 1024 * 1024
const MAX_REDIRECTS = 5
const TIMEOUT_MS = 10_000

export interface Page {
  /** Where it was found in the end, after redirects. */
  url: URL
  status: number
  headers: Headers
  text: string
  /** There is more of it than was read. */
  isCut: boolean
}

/** Why there is no page, in a sentence. */
export class PageError extends Error {}

/** @throws PageError */
export async function fetchPage(address: string, { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = {}): Promise<Page> {
  const signal = AbortSignal.timeout(timeoutMs)
  let url = toUrl(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    try {
      const headers = { accept: 'text/html', 'user-agent': 'ringup check' }
      const response = await fetch(url, { redirect: 'manual', headers, signal })
      const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
      if (location === null) return await readPage(url, response, maxBytes)
      await response.body?.cancel()
      url = toUrl(location, url)
    } catch (error) {
      if (error instanceof PageError) throw error
      throw new PageError(`The page cannot be fetched from ${url.origin}: ${toCause(error, timeoutMs)}.`)
    }
  }
  throw new PageError(`The page redirects more than ${MAX_REDIRECTS} times, last to ${url.origin}${url.pathname}.`)
}

function toUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new PageError(`${address} is no address: write it with https://.`)
  const url = new URL(address, base)
  if (!/^https?:$/.test(url.protocol)) throw new PageError(`${url.protocol}// is no page: write it with https://.`)
  return url
}

async function readPage(url: URL, response: Response, maxBytes: number): Promise<Page> {
  const { status, headers } = response
  const { bytes, isCut } = await readBytes(response, maxBytes)
  return { url, status, headers, isCut, text: new TextDecoder(toCharset(bytes, headers)).decode(bytes) }
}

export async function readBytes({ body }: Response, maxBytes: number) {
  const chunks: Uint8Array[] = []
  let left = maxBytes
  for await (const chunk of body ?? []) {
    chunks.push(chunk.subarray(0, left))
    left -= chunk.length
    if (left < 0) break // and the rest is not asked for
  }
  return { bytes: Buffer.concat(chunks), isCut: left < 0 }
}

/** As browsers find it (HTML standard, "Determining the character encoding"), but for guesses: BOM, header, meta. */
function toCharset(bytes: Buffer, headers: Headers): string {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  const said = /charset\s*=\s*["']?([^\s"';]+)/i
  const [, inHeader] = said.exec(headers.get('content-type') ?? '') ?? []
  if (isCharset(inHeader)) return inHeader
  const [, inMeta] = /<meta[^>]*?charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(bytes.toString('latin1', 0, 1024)) ?? []
  // A meta that could be read as bytes is not in UTF-16.
  return isCharset(inMeta) ? inMeta.replace(/^utf-16.*/i, 'utf-8') : 'windows-1252'
}

function isCharset(label: string | undefined): label is string {
  try {
    return label !== undefined && Boolean(new TextDecoder(label))
  } catch {
    return false
  }
}

export function toCause(error: unknown, timeoutMs: number): string {
  const { name, cause } = Object(error)
  if (name === 'TimeoutError') return `it has not come within ${timeoutMs / 1000} s`
  const code = String(Object(cause).code ?? '')
  return toNetworkCause(code) ?? (code || 'no answer')
}
