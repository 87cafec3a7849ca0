/** The place that the database file is to be at. */
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** @returns what is wrong with it, as the rest of a sentence; undefined when a file is there, or can be made there */
export function toFolderProblem(file: string): string | undefined {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    return 'it is a folder. Set RINGUP_DATABASE to a file in it.'
  const folder = dirname(resolve(file))
  if (!existsSync(folder)) {
    return `the folder ${folder} does not exist. Create it, or set RINGUP_DATABASE to a file in another folder.`
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return undefined
  } catch {
    return `this user may not write into ${folder}. Allow it, or set RINGUP_DATABASE to a file in another folder.`
  }
}
