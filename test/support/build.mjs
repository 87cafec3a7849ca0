/**
 * One build for all tests, made where an API key is set, so that one of them can see that no file holds it. Made again when
 * anything that goes into it has changed since.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const KEY_OF_THE_BUILD = 'Bearer canary-0f3a9c'

/** Anybody else's build removes it. */
const MARK = join('dist', '.built-for-tests')

export default function buildOnce() {
  if (isFresh()) return
  try {
    build('--quiet')
  } catch {
    console.error('The build has failed, and with it what looks at its files; all other tests go on.')
  }
}

export function build(...args) {
  const env = { ...process.env, RINGUP_API_AUTHORIZATION: KEY_OF_THE_BUILD, API_AUTHORIZATION: KEY_OF_THE_BUILD }
  execFileSync(process.execPath, ['build.mjs', ...args], { env, stdio: 'inherit' })
  writeFileSync(MARK, '')
}

function isFresh() {
  if (!existsSync(MARK)) return false
  const builtMs = statSync(MARK).mtimeMs
  const folders = ['src', 'demo', 'test/bench'].flatMap((folder) => [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  ])
  return ['build.mjs', 'package.json', ...folders].every((path) => statSync(path).mtimeMs < builtMs)
}
