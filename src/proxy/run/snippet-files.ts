/** Reads the snippet that the build has left beside the proxy, and prepares all that pages may ask for. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { VERSION } from '../../contract/limits.js'
import type { File } from '../accept/file.js'

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

export interface SnippetFiles {
  files: File[]
  /** Name of the snippet that never changes; a new version has another. */
  file: string
  /** What the tag's `integrity` is, for either name. */
  integrity: string
}

/**
 * @param snippet the file of ringup.js; `ringup-debug.js` is served too when it is in the same folder
 * @throws when there is no snippet
 */
export async function readSnippetFiles(snippet: URL): Promise<SnippetFiles> {
  const bytes = await readFile(snippet)
  const hash = createHash('sha384').update(bytes).digest()
  const name = `ringup-${VERSION}-${hash.toString('hex', 0, 8)}.js`
  const current = await toFile('ringup.js', bytes)
  const debug = await readFile(new URL('./ringup-debug.js', snippet)).catch(() => undefined) // not every build has it
  return {
    files: [current, { ...current, name, immutable: true }, ...(debug ? [await toFile('ringup-debug.js', debug)] : [])],
    file: name,
    integrity: `sha384-${hash.toString('base64')}`,
  }
}

/** By name and content: a proxy that is started again in this process, as the demo's is, need not compress again. */
const compressed = new Map<string, Promise<File>>()

function toFile(name: string, content: Buffer): Promise<File> {
  const hash = createHash('sha256').update(content).digest('base64url')
  const key = `${name} ${hash}`
  const file = compressed.get(key) ?? compressFile(name, content, hash)
  compressed.set(key, file)
  return file
}

async function compressFile(name: string, content: Buffer, hash: string): Promise<File> {
  const [br, gzipped] = await Promise.all([
    compress.br(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    compress.gzip(content, { level: 9 }),
  ])
  return {
    name,
    bytes: new Uint8Array(content),
    br: new Uint8Array(br),
    gzip: new Uint8Array(gzipped),
    etag: `W/"${hash.slice(0, 22)}"`,
    immutable: false,
  }
}
