/**
 * The script as this proxy serves it: with the settings of RINGUP_TAG, or of the file that the set-up page writes. An
 * operator may change a file's settings while the proxy runs. Requests get the new settings as soon as the file is on
 * the disk.
 */
import type { Log } from '../log/line.js'
import type { SavedTag } from '../operate/page/keep-tag.js'
import { readServedTag, toScriptsFolder } from '../served-tag.js'
import type { Settings } from '../settings.js'
import { readSnippetFiles } from '../snippet-files.js'
import { checkTag, type TagSettings } from '../tag.js'
import { replaceFile } from './replace-file.js'
import { archiveScript } from './script-archive.js'

/** @throws Error in a sentence, if the script's file is missing or the file of settings is wrong */
export async function openServedScript(snippetFile: URL, settings: Settings, log: Log) {
  async function load(tag: TagSettings | undefined) {
    const { files, file, integrity } = await readSnippetFiles(snippetFile, { tag })
    return { tag, build: { file, integrity }, files: await archiveScript(toScriptsFolder(settings), files, log) }
  }
  const { tag: first, file: tagFile, problems } = readServedTag(settings)
  if (problems.length > 0) throw new Error(problems.join(' '))
  let served = await load(first)
  const snippet = { ...served.build }
  let saving: Promise<unknown> = Promise.resolve()

  async function save(text: string): Promise<SavedTag> {
    if (tagFile === undefined) return { status: 409, error: NO_FILE }
    const { settings: tag, problems } = checkTag(text, 'The tag')
    if (problems.length > 0) return { status: 422, error: problems.join(' ') }
    try {
      await replaceFile(tagFile, `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`, 0o600)
    } catch (error) {
      const { code = error } = Object(error)
      return { status: 500, error: `The file ${tagFile} cannot be written (${code}). The old settings stay.` }
    }
    log({ event: 'tag_changed' })
    served = await load(tag)
    Object.assign(snippet, served.build)
    return { status: 204 }
  }

  return {
    /** The files that are served now: the current version, and earlier ones. */
    files: () => served.files,
    /** The settings that are served now. */
    tag: () => served.tag,
    /** The file that they are in; undefined: RINGUP_TAG is JSON or a recipe's name, or the place is shared. */
    tagFile,
    /** Name and `integrity` of the file that is served now. Changes with the settings. */
    snippet,
    /** Checks settings, writes them to their file, and serves them. Calls wait for one another. */
    saveTag(text: string): Promise<SavedTag> {
      const saved = saving.then(() => save(text))
      saving = saved.catch(() => {})
      return saved
    },
  }
}

const NO_FILE =
  'RINGUP_TAG does not name a file, so the proxy cannot keep settings. Put them into RINGUP_TAG, and restart it.'
