/** Fetches a page of the shop, whatever is there: endless, slow, moved in circles, or in another charset than it says. */
import { toFetchCause } from '../network-cause.js'

const MAX_BYTES = 2 * 1024 * 1024
export const TIMEOUT_MS = 10_000

export interface Page {
  /** Where it was found in the end, after redirects. */
  url: URL
  status: number
  headers: Headers
  text: string
  /** There is more of it than was read. */
  isCut: boolean
}

/** @returns the page, or why there is none, in a sentence */
export async function fetchPage(address: string, timeoutMs = TIMEOUT_MS): Promise<Page | string> {
  if (!/^https?:/.test(address) || !URL.canParse(address)) {
    return `${address} is not the address of a page: write it with https://.`
  }
  try {
    const headers = { accept: 'text/html', 'user-agent': 'ringup check' }
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs) })
    const { bytes, isCut } = await readBytes(response, MAX_BYTES)
    const text = new TextDecoder(toCharset(bytes, response.headers)).decode(bytes)
    return { url: new URL(response.url), status: response.status, headers: response.headers, isCut, text }
  } catch (error) {
    return `The page cannot be fetched from ${new URL(address).origin}: ${toFetchCause(error, timeoutMs)}.`
  }
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

/** Finds the encoding as browsers do (HTML standard, "Determining the character encoding"), without their guesses: BOM, header, meta. */
function toCharset(bytes: Buffer, headers: Headers): string {
  const start = bytes.toString('latin1', 0, 1024)
  if (start.startsWith('\xef\xbb\xbf')) return 'utf-8'
  if (start.startsWith('\xfe\xff')) return 'utf-16be'
  if (start.startsWith('\xff\xfe')) return 'utf-16le'
  const [, inHeader] = /charset\s*=\s*["']?([^\s"';]+)/i.exec(headers.get('content-type') ?? '') ?? []
  const [, inMeta] = /<meta[^>]*?charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(start) ?? []
  // A meta that could be read as bytes is not in UTF-16.
  return [inHeader, inMeta?.replace(/^utf-16.*/i, 'utf-8')].find(isCharset) ?? 'windows-1252'
}

function isCharset(label: string | undefined): label is string {
  try {
    return label !== undefined && Boolean(new TextDecoder(label))
  } catch {
    return false
  }
}
