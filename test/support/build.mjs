/**
 * One build for all tests. It runs with an API key set, so that a test can check that no file contains the key. It is repeated when
 * one of its sources has changed.
 */
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUILT, isFresh } from '../../src/build/fresh.mjs'

export const KEY_OF_THE_BUILD = 'Bearer canary-0f3a9c'

/** Any other build removes this file. */
const MARK = '.built-for-tests'

/** Builds before the first test. Vitest and Playwright call it. */
export default function buildOnce() {
  if (isFresh('dist', MARK)) return
  try {
    build('--quiet', '--if-needed')
  } catch {
    console.error('The build has failed. Tests that need its files will fail; all others run.')
  }
}

/** `--whole` also writes the type declarations, which only the package needs. */
function build(...args) {
  rmSync(join('dist', BUILT), { force: true }) // otherwise the file would keep its old content
  const env = { ...process.env, RINGUP_API_AUTHORIZATION: KEY_OF_THE_BUILD, API_AUTHORIZATION: KEY_OF_THE_BUILD }
  execFileSync(process.execPath, ['build.mjs', ...args], { env, stdio: 'inherit' })
  writeFileSync(join('dist', MARK), '')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , how] = process.argv
  if (how === '--if-changed') buildOnce()
  else build(...(how === '--whole' ? [] : ['--if-needed']))
}
