/**
 * The script as this proxy serves it: with the settings of RINGUP_TAG, or of the file that the set-up page writes. An operator may change a
 * file's settings while the proxy runs. Requests get the new settings as soon as the file is on the disk.
 */
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { File } from '../accept/file.js'
import type { Log } from '../log/line.js'
import type { SavedTag } from '../operate/page/keep-tag.js'
import type { Build } from '../script-files.js'
import type { Settings } from '../settings.js'
import { checkTag, type TagSettings } from '../tag.js'
import { openScriptArchive, toScriptsFolder } from './script-archive.js'
import { readServedTag } from './served-tag.js'
import { readSnippetFiles } from './snippet-files.js'

export interface ServedScript {
  /** The files that are served now: the current version, and earlier ones. */
  files(): File[]
  /** The settings that are served now. */
  tag(): TagSettings | undefined
  /** The file that they are in, which the set-up page may replace; undefined: RINGUP_TAG is JSON or a recipe's name, or the place is shared. */
  tagFile: string | undefined
  /** Name and `integrity` of the file that is served now. */
  snippet: Build
  /** Writes the current version again; called now and then. */
  touch(): Promise<void>
  /** Checks settings, writes them to their file, and serves them. Calls wait for one another. */
  saveTag(text: string): Promise<SavedTag>
}

/** @throws Error in a sentence, if the script's file is missing or the file of settings is wrong */
export async function openServedScript(snippetFile: URL, settings: Settings, log: Log): Promise<ServedScript> {
  const load = async (tag: TagSettings | undefined) => {
    const current = await readSnippetFiles(snippetFile, { tag })
    const archive = await openScriptArchive(toScriptsFolder(settings), current.files, log)
    return { tag, ...current, files: [...current.files, ...archive.files], touch: archive.touch }
  }
  const { tag: first, file: tagFile, problems } = readServedTag(settings)
  if (problems.length > 0) throw new Error(problems.join(' '))
  let served = await load(first)
  let saving: Promise<unknown> = Promise.resolve()

  async function save(text: string): Promise<SavedTag> {
    if (tagFile === undefined) return { status: 409, error: NO_FILE }
    const { settings: tag, problems } = checkTag(text, 'The tag')
    if (problems.length > 0) return { status: 422, error: problems.join(' ') }
    try {
      await replaceFile(tagFile, `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`)
    } catch (error) {
      const { code = error } = Object(error)
      return {
        status: 500,
        error: `The file ${tagFile} cannot be written (${code}). The old settings stay.`,
      }
    }
    for (const name of toChanged(served.tag, tag)) log({ event: 'tag_changed', code: toCode(name) })
    served = await load(tag)
    return { status: 204 }
  }

  return {
    files: () => served.files,
    tag: () => served.tag,
    tagFile,
    snippet: {
      get file() {
        return served.file
      },
      get integrity() {
        return served.integrity
      },
    },
    touch: () => served.touch(),
    saveTag(text) {
      const saved = saving.then(() => save(text))
      saving = saved.catch(() => {})
      return saved
    },
  }
}

const NO_FILE =
  'RINGUP_TAG does not name a file, so the proxy cannot keep settings. Put them into RINGUP_TAG, and restart it.'

/** Writes a file in one step: after a power cut, the old or the new settings are there as a whole. */
async function replaceFile(path: string, text: string) {
  const target = await realpath(path).catch(() => path) // a link stays a link
  const mode = await stat(target).then(
    (file) => file.mode,
    () => 0o600, // a new file
  )
  const beside = `${target}.${process.pid}.new`
  try {
    const file = await open(beside, 'w', mode)
    try {
      await file.chmod(mode) // whatever the umask is
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, target)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {}) // the first error says more
    throw error
  }
  await syncFolder(dirname(target)).catch(() => {}) // Windows opens no folder
}

async function syncFolder(path: string) {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

function toChanged(before: TagSettings = {}, after: TagSettings): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

/** "convertOn" is "convert_on", as the log writes words. */
const toCode = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
