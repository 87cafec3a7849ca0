/** Reads the built script next to the proxy, and prepares all its files for pages. */
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { File } from './accept/file.js'
import { BUILT_NAME, type BuiltScript, type OfScript, type ScriptFiles, toScriptFiles } from './script-files.js'

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

export interface SnippetFiles extends ScriptFiles {
  built: BuiltScript
}

/**
 * Reads the script, and compresses its files.
 *
 * @param snippet the file of ringup.js; the other files of the script are in the same folder
 * @throws Error if the script does not exist
 */
export async function readSnippetFiles(snippet: URL, settings?: Partial<OfScript>): Promise<SnippetFiles> {
  const built: BuiltScript = { 'ringup.js': await readFile(snippet, 'utf8') }
  for (const name of await readdir(new URL('.', snippet)))
    if (BUILT_NAME.test(name)) built[name] = await readFile(new URL(name, snippet), 'utf8')
  const script = toScriptFiles(built, settings)
  return { ...script, built, files: await Promise.all(script.files.map(withCompressed)) }
}

/** Compressed files by content. New settings change one file of the script, so the others are not compressed again. */
const compressed = new Map<string, Promise<Pick<File, 'br' | 'gzip'>>>()

export async function withCompressed(file: File): Promise<File> {
  const known = compressed.get(file.etag) ?? compressBoth(file.bytes)
  compressed.set(file.etag, known)
  return { ...file, ...(await known) }
}

async function compressBoth(bytes: Uint8Array<ArrayBuffer>) {
  const [br, gzipped] = await Promise.all([
    compress.br(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    compress.gzip(bytes, { level: 9 }),
  ])
  return { br: new Uint8Array(br), gzip: new Uint8Array(gzipped) }
}
