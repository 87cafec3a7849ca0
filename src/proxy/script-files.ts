/**
 * The script's files for pages, with the settings of RINGUP_TAG in front. The plain name is permanent. The name with a
 * hash of the served content never gets another content.
 */
import { createHash } from 'node:crypto'
import { VERSION } from '../contract/limits.js'
import type { File } from './accept/file.js'
import type { Settings } from './settings.js'
import { toServedCode } from './tag.js'

/**
 * The files of the build, by name: the core, the rest under its name with a hash, both in one file, and the debug
 * panel.
 */
export type BuiltScript = Record<string, string>

const CORE = 'ringup.js'
const WHOLE = 'ringup-whole.js'
/** Files of the build that are served unchanged. */
const UNCHANGED = /^ringup-(debug|rest-[\da-f]{16})\.js$/
/** Names that a build may have. */
export const BUILT_NAME = /^ringup(-whole|-debug|-rest-[\da-f]{16})?\.js$/

export interface ScriptFiles {
  files: File[]
  /** The permanent name. A new version or other settings have another name. */
  file: string
  /** The `integrity` of a tag with that name. */
  integrity: string
}

/** The script as a tag names it. */
export type Build = Pick<ScriptFiles, 'file' | 'integrity'>

/** A name with a hash, as it was written into a tag. */
export const IMMUTABLE_NAME = /^ringup-[\w.]+-([\da-f]{16})\.js$/

/** Settings that the script's files depend on. */
export type OfScript = Pick<Settings, 'tag'>

/**
 * The plain name is the core, with every setting. The name with a hash is both parts, because a tag with `integrity` vouches for one
 * file only.
 */
export function toScriptFiles(built: BuiltScript, { tag }: Partial<OfScript> = {}): ScriptFiles {
  const toServed = (name: string) => encode(toServedCode(built[name] ?? built[CORE] ?? '', tag))
  const whole = toServed(WHOLE)
  const toHash = (bytes: Uint8Array) => createHash('sha384').update(bytes).digest()
  const hash = toHash(whole)
  const file = `ringup-${VERSION}-${toHashName(hash)}.js`
  const plain = toFile(CORE, toServed(CORE))
  const unchanged = Object.entries(built).filter(([name]) => UNCHANGED.test(name))
  return {
    files: [
      plain,
      { ...toFile(file, whole), immutable: true },
      ...unchanged.map(([name, text]) => ({ ...toFile(name, encode(text)), immutable: IMMUTABLE_NAME.test(name) })),
    ],
    file,
    integrity: `sha384-${hash.toString('base64')}`,
  }
}

const encode = (text: string) => new TextEncoder().encode(text)

/** Reads an earlier version. Returns undefined if its content does not match its name. */
export function toArchivedFile(name: string, bytes: Uint8Array<ArrayBuffer>): File | undefined {
  const [, hash] = IMMUTABLE_NAME.exec(name) ?? []
  const isWhole = hash === toHashName(createHash('sha384').update(bytes).digest())
  return isWhole ? { ...toFile(name, bytes), immutable: true } : undefined
}

const toHashName = (hash: Buffer) => hash.toString('hex', 0, 8)

function toFile(name: string, bytes: Uint8Array<ArrayBuffer>): File {
  const hash = createHash('sha256').update(bytes).digest('base64url')
  return { name, bytes, etag: `W/"${hash.slice(0, 22)}"`, immutable: false }
}
