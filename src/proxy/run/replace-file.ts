/** Writes a file in one step: after a power cut, the old or the new content is there as a whole. */
import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** @throws the system's error. The old file is then unchanged */
export async function replaceFile(path: string, content: string | Uint8Array, mode: number) {
  const temporary = `${path}.${randomUUID()}.new`
  try {
    const file = await open(temporary, 'wx', mode) // does not follow a link
    try {
      await file.chmod(mode) // whatever the umask is
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {}) // the first error says more
    throw error
  }
  await syncFolder(dirname(path)).catch(() => {}) // Windows opens no folder
}

async function syncFolder(path: string) {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
