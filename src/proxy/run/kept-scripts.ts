/**
 * Every version of the script that was ever served, in a folder: a tag with a hash in it goes on working after an update, for a
 * year after that version was last the current one. A web server may serve the folder, so that the script does not hang on the
 * proxy: it has the plain name too, and of each file the compressed forms.
 */
import { chmod, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { File } from '../accept/file.js'
import { IMMUTABLE_NAME, toKeptFile } from '../script-files.js'
import { isPostgres, type Settings } from '../settings.js'
import { withCompressed } from './snippet-files.js'

const YEAR_MS = 365 * 86_400_000

export interface KeptScripts {
  /** Earlier versions, to be served beside the current. */
  files: File[]
  /** Says that the current version is still the current one; called now and then. */
  touch(): Promise<void>
}

/**
 * Keeps the current files, forgets versions that nobody can need any more, and reads the others.
 *
 * @param folder undefined: nothing is kept
 * @throws Error in a sentence when the folder cannot be written
 */
export async function keepScripts(folder: string | undefined, current: File[], now = Date.now): Promise<KeptScripts> {
  if (folder === undefined) return { files: [], touch: async () => {} }
  try {
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o755) // nothing in it is a secret, and a web server may read it
    for (const file of current) await writeForms(folder, file)
    await sweep(folder, now())
  } catch (error) {
    const problem = `${resolve(folder)} (${Object(error).code ?? error})`
    throw new Error(
      `The script’s versions cannot be kept in ${problem}. Set RINGUP_SCRIPTS to a folder that can be written.`,
    )
  }
  const names = new Set(current.map(({ name }) => name))
  const kept = (await readdir(folder)).filter((name) => IMMUTABLE_NAME.test(name) && !names.has(name))
  const files = await Promise.all(kept.map((name) => readKept(folder, name)))
  return { files: files.filter((file) => file !== undefined), touch: () => touch(folder, current, now()) }
}

/** The folder that the settings name, or the one beside the database's file. */
export function toScriptsFolder({ scripts, database }: Pick<Settings, 'scripts' | 'database'>): string | undefined {
  if (scripts !== undefined) return scripts
  return isPostgres(database) || database === ':memory:' ? undefined : `${database}-scripts`
}

const FORMS = { '': 'bytes', '.br': 'br', '.gz': 'gzip' } as const

/** Each in one step, since a web server may be reading it. */
async function writeForms(folder: string, file: File) {
  for (const [end, form] of Object.entries(FORMS)) {
    const bytes = file[form]
    if (!bytes) continue
    const path = join(folder, file.name + end)
    const beside = `${path}.${process.pid}.new`
    await writeFile(beside, bytes)
    await chmod(beside, 0o644)
    await rename(beside, path)
  }
}

async function readKept(folder: string, name: string): Promise<File | undefined> {
  const file = toKeptFile(name, new Uint8Array(await readFile(join(folder, name))))
  return file && withCompressed(file)
}

async function touch(folder: string, current: File[], nowMs: number) {
  for (const { name, immutable } of current)
    if (immutable) await utimes(join(folder, name), nowMs / 1_000, nowMs / 1_000)
}

async function sweep(folder: string, nowMs: number) {
  for (const name of await readdir(folder)) {
    if (!IMMUTABLE_NAME.test(name)) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (nowMs - mtimeMs < YEAR_MS) continue
    for (const end of Object.keys(FORMS)) await rm(join(folder, name + end), { force: true })
  }
}
