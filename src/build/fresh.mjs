/** Checks whether a build is newer than all its sources. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The file of the build that is written last. */
export const BUILT = '.built'

/**
 * @param folder of the build
 * @param mark the file of the build that is written last
 */
export function isFresh(folder, mark = BUILT) {
  if (!existsSync(join(folder, mark))) return false
  const builtMs = statSync(join(folder, mark)).mtimeMs
  const sources = ['src', 'demo', 'test/bench', 'test/support'].flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  )
  // Programs create folders of their own among the sources: `.wrangler`, `.DS_Store`.
  const own = sources.filter((path) => !/[\\/]\./.test(path))
  return ['build.mjs', 'package-lock.json', ...own].every((path) => statSync(path).mtimeMs < builtMs)
}
