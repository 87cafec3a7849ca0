/** The folder that the database file is to be in. */
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** @returns what is wrong with it, as the rest of a sentence; undefined when a file can be made there */
export function toFolderProblem(file: string): string | undefined {
  const folder = dirname(resolve(file))
  if (!existsSync(folder)) {
    return `there is no folder ${folder}. Make it, or set RINGUP_DATABASE to a file somewhere else.`
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return undefined
  } catch {
    return `this user may not write into ${folder}. Let it, or set RINGUP_DATABASE to a file somewhere else.`
  }
}
