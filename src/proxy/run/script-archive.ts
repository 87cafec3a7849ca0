/**
 * The script archive: a folder with every served version of the script. A tag with a hash keeps working after an
 * update, for a year after its version was last the current one. A web server may serve the folder, so the script does
 * not depend on the proxy. So the folder has the plain name too, and the compressed forms of each file.
 *
 * The proxy also starts if the archive fails, because waiting events matter more than an old version. On a full disk,
 * only the queue can make room.
 */
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { File } from '../accept/file.js'
import type { Log } from '../log/line.js'
import { IMMUTABLE_NAME, toArchivedFile } from '../script-files.js'
import { isPostgres, type Settings } from '../settings.js'
import { withCompressed } from './snippet-files.js'

const YEAR_MS = 365 * 86_400_000

export interface ScriptArchive {
  /** Earlier versions, to be served beside the current one. */
  files: File[]
  /** Writes the current version again, so that its year begins anew. Called regularly. */
  touch(): Promise<void>
}

/**
 * Stores the current files, deletes versions that are older than a year, and reads the others. Failures are logged.
 *
 * @param folder undefined: versions are not stored
 */
export async function openScriptArchive(
  folder: string | undefined,
  current: File[],
  log: Log,
  now = Date.now,
): Promise<ScriptArchive> {
  if (folder === undefined) return { files: [], touch: async () => {} }
  const orLog = (error: unknown) => {
    const reason = String(error).replace(/^Error: E[A-Z]+: /, '$&RINGUP_SCRIPTS cannot be used: ')
    log({ event: 'scripts_not_kept', reason })
  }
  await writeAll(folder, current)
    .then(() => sweep(folder, now()))
    .catch(orLog)
  const files = await readEarlier(folder, current).catch(orLog)
  const lasting = current.filter(({ immutable }) => immutable)
  return { files: files ?? [], touch: () => writeAll(folder, lasting).catch(orLog) }
}

/** The folder in the settings, or the one beside the database's file. */
export function toScriptsFolder({ scripts, database }: Pick<Settings, 'scripts' | 'database'>): string | undefined {
  if (scripts !== undefined) return scripts
  return isPostgres(database) || database === ':memory:' ? undefined : `${database}-scripts`
}

const FORMS = { '': 'bytes', '.br': 'br', '.gz': 'gzip' } as const

async function writeAll(folder: string, files: File[]) {
  // A web server may read a folder that Ringup created. An existing folder keeps its mode.
  if (await makeFolder(folder)) await chmod(folder, 0o755)
  for (const file of files) await writeForms(folder, file)
}

/**
 * Creates a folder, and the folders above it.
 *
 * Node's own `recursive` never ends under /proc, where a folder exists and cannot get another one (seen on Node 20.20,
 * November 2026, by script-archive.test.ts).
 *
 * @returns false if it existed
 */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    const { code } = Object(error)
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return false
    if (code !== 'ENOENT' || !(await makeFolder(dirname(folder)))) throw error
    return makeFolder(folder)
  }
}

async function readEarlier(folder: string, current: File[]): Promise<File[]> {
  const names = new Set(current.map(({ name }) => name))
  const earlier = (await readdir(folder)).filter((name) => IMMUTABLE_NAME.test(name) && !names.has(name))
  const files = await Promise.all(earlier.map((name) => readArchived(folder, name)))
  return files.filter((file) => file !== undefined)
}

/** Writes each form in one step, because a web server may be reading it. */
async function writeForms(folder: string, file: File) {
  for (const [end, form] of Object.entries(FORMS)) {
    const bytes = file[form]
    if (!bytes) continue
    const path = join(folder, file.name + end)
    const beside = `${path}.${process.pid}.new`
    try {
      await writeFile(beside, bytes)
      await chmod(beside, 0o644)
      await rename(beside, path)
    } finally {
      await rm(beside, { force: true }) // a partial file, on a full disk
    }
  }
}

async function readArchived(folder: string, name: string): Promise<File | undefined> {
  const file = toArchivedFile(name, new Uint8Array(await readFile(join(folder, name))))
  return file && withCompressed(file)
}

async function sweep(folder: string, nowMs: number) {
  for (const name of await readdir(folder)) {
    if (!IMMUTABLE_NAME.test(name)) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (nowMs - mtimeMs < YEAR_MS) continue
    for (const end of Object.keys(FORMS)) await rm(join(folder, name + end), { force: true })
  }
}
