/**
 * The script's files as pages get them: with the settings of RINGUP_TAG in front, under the plain name, which is for good, and
 * under a name that has the hash of what is served, which never has another content.
 */
import { createHash } from 'node:crypto'
import { VERSION } from '../contract/limits.js'
import { chooseVariant, REST, toParts, VARIANTS } from '../contract/variants.js'
import type { File } from './accept/file.js'
import type { Settings } from './settings.js'
import { toServedCode } from './tag.js'

/** What the build has made, by file name: `ringup.js`, its smaller variants, what those lack, and the debug panel. */
export type BuiltScript = Record<string, string>

const WHOLE = 'ringup.js'
const PANEL = 'ringup-debug.js'
/** Names of all that a build may have made. */
export const BUILT_NAMES = [...VARIANTS.map(({ file }) => file), REST, PANEL]

export interface ScriptFiles {
  files: File[]
  /** The name that never changes; a new version, or other settings in front, have another. */
  file: string
  /** What the tag's `integrity` is, for either name. */
  integrity: string
}

/** A name with a hash, as it was written into a tag. */
export const IMMUTABLE_NAME = /^ringup-[\w.]+-([\da-f]{16})\.js$/

/** Settings that the script's files depend on. */
export type OfScript = Pick<Settings, 'tag' | 'lists'>

/** @param settings without any it is the whole script that is served, with RINGUP_TAG the smallest that has what it asks for */
export function toScriptFiles(built: BuiltScript, { tag, lists }: Partial<OfScript> = {}): ScriptFiles {
  const variant = tag ? chooseVariant(toParts(tag, lists !== undefined && lists.size > 0)) : WHOLE
  const code = built[variant] ?? built[WHOLE] ?? ''
  const current = toFile(WHOLE, new TextEncoder().encode(toServedCode(code, tag)))
  const hash = createHash('sha384').update(current.bytes).digest()
  const file = `ringup-${VERSION}-${toHashName(hash)}.js`
  const files = [current, { ...current, name: file, immutable: true }]
  for (const name of [REST, PANEL]) {
    const text = built[name] // not every build has it
    if (text !== undefined) files.push(toFile(name, new TextEncoder().encode(text)))
  }
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
