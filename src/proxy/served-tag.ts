/** The settings that a proxy serves with its script at the start: of RINGUP_TAG, or of the file that the set-up page writes. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { isPostgres, type Settings } from './settings.js'
import { readTagFile } from './tag.js'

type Place = Pick<Settings, 'scripts' | 'database'>

/** The folder of the script's versions: the one in the settings, or next to the database's file. */
export function toScriptsFolder({ scripts, database }: Place): string | undefined {
  return scripts ?? (isPostgres(database) || database === ':memory:' ? undefined : `${database}-scripts`)
}

/**
 * Reads the settings; never throws. Those of RINGUP_TAG were checked when they were read.
 *
 * @returns the settings; the file that the set-up page may replace, if there is one; sentences about that file. The
 *   proxy does not start with such a sentence
 */
export function readServedTag({ tag, tagFile, ...place }: Place & Pick<Settings, 'tag' | 'tagFile'>) {
  if (tag !== undefined) return { tag, file: tagFile, problems: [] }
  // Proxies that share a database do not share a folder.
  const folder = isPostgres(place.database) ? undefined : toScriptsFolder(place)
  const file = folder && join(folder, 'tag.json')
  if (file === undefined || isMissing(file)) return { tag, file, problems: [] }
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
