/** The settings that a proxy serves with its script at the start: of RINGUP_TAG, or of the file that the set-up page writes. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { isPostgres, type Settings } from '../settings.js'
import { readTagFile, type TagSettings } from '../tag.js'
import { toScriptsFolder } from './script-archive.js'

interface ServedTag {
  /** Undefined: the script is served without settings. */
  tag?: TagSettings | undefined
  /** The file that the set-up page may replace; undefined: RINGUP_TAG is JSON or a recipe's name, or the place is shared. */
  file: string | undefined
  /** Sentences about the file, one for each problem. The proxy does not start with one. */
  problems: string[]
}

type OfTag = Pick<Settings, 'tag' | 'tagFile' | 'scripts' | 'database'>

/** Reads the settings; never throws. Those of RINGUP_TAG were checked when they were read. */
export function readServedTag({ tag, tagFile, scripts, database }: OfTag): ServedTag {
  if (tag !== undefined) return { tag, file: tagFile, problems: [] }
  // Proxies that share a database do not share a folder.
  const folder = isPostgres(database) ? undefined : toScriptsFolder({ scripts, database })
  const file = folder && join(folder, 'tag.json')
  if (file === undefined || isMissing(file)) return { file, problems: [] }
  const { settings, problems } = readTagFile(file, `The file ${file}`)
  return { tag: settings, file, problems }
}

/** Tells a missing file from one that cannot be read, and from a link to a missing one: those may have settings. */
function isMissing(file: string): boolean {
  try {
    lstatSync(file)
    return false
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(Object(error).code)
  }
}
