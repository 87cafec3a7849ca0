/**
 * The script archive: a folder with every version of the script that the proxy has served, so a tag with a hash works
 * after an update. A web server may serve the folder too. So it has the plain name and the compressed forms.
 *
 * The proxy also starts if the folder fails, because waiting events matter more than an old version.
 */
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { File } from '../accept/file.js'
import type { Log } from '../log/line.js'
import { IMMUTABLE_NAME, toArchivedFile } from '../script-files.js'
import { withCompressed } from '../snippet-files.js'
import { replaceFile } from './replace-file.js'

const FORMS = { '': 'bytes', '.br': 'br', '.gz': 'gzip' } as const

/**
 * Stores the current files. A failure is one line of the log.
 *
 * @param folder undefined: versions are not stored
 * @returns the current files, and the earlier versions in the folder
 */
export async function archiveScript(folder: string | undefined, current: File[], log: Log): Promise<File[]> {
  if (folder === undefined) return current
  const failures: unknown[] = []
  await writeAll(folder, current).catch((error) => failures.push(error))
  const earlier = await readEarlier(folder, current).catch((error) => void failures.push(error))
  if (failures.length > 0) {
    const reason = String(failures[0]).replace(/^Error: E[A-Z]+: /, '$&RINGUP_SCRIPTS cannot be used: ')
    log({ event: 'scripts_not_kept', reason })
  }
  return [...current, ...(earlier ?? [])]
}

/** A web server of another user may read a folder that Ringup creates, and its files. */
async function writeAll(folder: string, files: File[]) {
  const isNew = await mkdir(folder).then(
    () => true,
    () => false,
  )
  if (isNew) await chmod(folder, 0o755)
  for (const file of files) {
    for (const [end, form] of Object.entries(FORMS)) {
      const bytes = file[form]
      if (bytes) await replaceFile(join(folder, file.name + end), bytes, 0o644)
    }
  }
}

async function readEarlier(folder: string, current: File[]): Promise<File[]> {
  const names = new Set(current.map(({ name }) => name))
  const earlier = (await readdir(folder)).filter((name) => IMMUTABLE_NAME.test(name) && !names.has(name))
  const files = await Promise.all(earlier.map((name) => readVersion(folder, name)))
  return files.filter((file) => file !== undefined)
}

/** Returns undefined if the content does not match the hash in the name. */
async function readVersion(folder: string, name: string): Promise<File | undefined> {
  const file = toArchivedFile(name, new Uint8Array(await readFile(join(folder, name))))
  return file && withCompressed(file)
}
