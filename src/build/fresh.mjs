/** Tells whether a build is newer than all that goes into it. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the build that is written last. */
export const BUILT = '.built'

/**
 * @param folder of the build
 * @param mark its file that is written last
 */
export function isFresh(folder, mark = BUILT) {
  if (!existsSync(join(folder, mark))) return false
  const builtMs = statSync(join(folder, mark)).mtimeMs
  const sources = ['src', 'demo', 'test/bench', 'test/support'].flatMap((root) => [
    root,
    ...readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)),
  ])
  return ['build.mjs', 'package-lock.json', ...sources].every((path) => statSync(path).mtimeMs < builtMs)
}
