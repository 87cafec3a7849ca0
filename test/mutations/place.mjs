/** Finds a mutation's line and its test by folder and name, so that files may move. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const list = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** The panel is left out, because it has its own limits with equal names. */
const isOfThePanel = (path) => path.startsWith('src/examine/')

/** @returns each file that contains the line, once for each occurrence */
export function findSource({ where, find }) {
  const files = where.endsWith('.ts') ? [where] : list(where).filter((path) => !isOfThePanel(path))
  return files.flatMap((path) => Array(readFileSync(path, 'utf8').split(find).length - 1).fill(path))
}

/** @returns the tests with this name or end of the path; of several, those for the same part of the source */
export function findTests({ where, test }) {
  const named = list('test').filter((path) => path.endsWith(`/${test}.test.ts`))
  const near = named.filter((path) => path.replace(/^test\/(unit|rules)/, 'src').startsWith(where))
  return near.length > 0 ? near : named
}
