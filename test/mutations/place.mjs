/** Where a mutation's line and its test stand: by folder and by name, so that a file may be moved. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const list = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** The panel has limits of its own, by the same names. */
const isOfThePanel = (path) => path.startsWith('src/examine/')

/** @returns each file with the line, as often as it has it */
export function findSource({ where, find }) {
  const files = where.endsWith('.ts') ? [where] : list(where).filter((path) => !isOfThePanel(path))
  return files.flatMap((path) => Array(readFileSync(path, 'utf8').split(find).length - 1).fill(path))
}

/** @returns the tests of the name, or of a path's end; of several those of the same part of the source */
export function findTests({ where, test }) {
  const named = list('test').filter((path) => path.endsWith(`/${test}.test.ts`))
  const near = named.filter((path) => path.startsWith(where.replace(/^src/, 'test/unit')))
  return near.length > 0 ? near : named
}
