/**
 * One build for all tests, made where an API key is set, so that one of them can see that no file holds it. Made again when
 * anything that goes into it has changed since.
 */
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUILT, isFresh } from '../../src/build/fresh.mjs'

export const KEY_OF_THE_BUILD = 'Bearer canary-0f3a9c'

/** Anybody else's build removes it. */
const MARK = '.built-for-tests'

/** Vitest and Playwright call it before the first test. */
export default function buildOnce() {
  if (isFresh('dist', MARK)) return
  try {
    build('--quiet', '--if-needed')
  } catch {
    console.error('The build has failed, and with it what looks at its files; all other tests go on.')
  }
}

/** `--whole` makes the declarations too, which only the package needs. */
function build(...args) {
  rmSync(join('dist', BUILT), { force: true }) // else it would be left as it is
  const env = { ...process.env, RINGUP_API_AUTHORIZATION: KEY_OF_THE_BUILD, API_AUTHORIZATION: KEY_OF_THE_BUILD }
  execFileSync(process.execPath, ['build.mjs', ...args], { env, stdio: 'inherit' })
  writeFileSync(join('dist', MARK), '')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , how] = process.argv
  if (how === '--if-changed') buildOnce()
  else build(...(how === '--whole' ? [] : ['--if-needed']))
}
