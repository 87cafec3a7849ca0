/**
 * The script's files as pages get them: with the settings of RINGUP_TAG in front, under the plain name, which is for good, and
 * under a name that has the hash of what is served, which never has another content.
 */
import { createHash } from 'node:crypto'
import { VERSION } from '../contract/limits.js'
import type { File } from './accept/file.js'
import { type TagSettings, toServedCode } from './tag.js'

/** What the build has made. */
export interface BuiltScript {
  script: string
  /** The debug panel; not every build has it. */
  panel?: string
}

export interface ScriptFiles {
  files: File[]
  /** The name that never changes; a new version, or other settings in front, have another. */
  file: string
  /** What the tag's `integrity` is, for either name. */
  integrity: string
}

/** A name with a hash, as it was written into a tag. */
export const IMMUTABLE_NAME = /^ringup-[\w.]+-([\da-f]{16})\.js$/

export function toScriptFiles({ script, panel }: BuiltScript, tag: TagSettings | undefined): ScriptFiles {
  const current = toFile('ringup.js', new TextEncoder().encode(toServedCode(script, tag)))
  const hash = createHash('sha384').update(current.bytes).digest()
  const file = `ringup-${VERSION}-${toHashName(hash)}.js`
  const files = [current, { ...current, name: file, immutable: true }]
  if (panel !== undefined) files.push(toFile('ringup-debug.js', new TextEncoder().encode(panel)))
  return { files, file, integrity: `sha384-${hash.toString('base64')}` }
}

/** A version that was served once, if it is what its name says. */
export function toKeptFile(name: string, bytes: Uint8Array<ArrayBuffer>): File | undefined {
  const [, hash] = IMMUTABLE_NAME.exec(name) ?? []
  const isWhole = hash === toHashName(createHash('sha384').update(bytes).digest())
  return isWhole ? { ...toFile(name, bytes), immutable: true } : undefined
}

const toHashName = (hash: Buffer) => hash.toString('hex', 0, 8)

function toFile(name: string, bytes: Uint8Array<ArrayBuffer>): File {
  const hash = createHash('sha256').update(bytes).digest('base64url')
  return { name, bytes, etag: `W/"${hash.slice(0, 22)}"`, immutable: false }
}
