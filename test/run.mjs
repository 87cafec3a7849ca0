/**
 * Builds, checks and tests, one part after another. A part that fails does not stop the others.
 *
 *   npm test                       all parts; in CI also `seldom`: tests of files that seldom change
 *   npm test -- PART…              some parts
 *   npm test -- FILE… [OPTION…]    some files: tests of Vitest or Playwright, or sources, which run the Vitest tests that import them.
 *                                  The options go to Vitest or Playwright. A value follows its option with `=`
 *   npm test -- --changed          the tests of files that differ from the last commit
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { sayLeftOut } from './support/long-run.mjs'
import { sayMissing } from './support/programs.mjs'
import { readResults } from './support/results.mjs'

const BUILD = 'node test/support/build.mjs --if-changed'
const USUAL = '--project unit --project conformance --project apart'
const PLAYWRIGHT = 'node dist/demo/chromium.js && npx playwright test'
const toVitest = (name, projects) => `npx vitest run --outputFile.json=test-results/vitest-${name}.json ${projects}`

const PARTS = {
  build: 'node test/support/build.mjs',
  check: 'npm run --silent check',
  unit: toVitest('unit', '--project unit'),
  conformance: toVitest('conformance', '--project conformance --project apart'),
  browser: PLAYWRIGHT,
  seldom: `node test/support/build.mjs --whole && ${toVitest('seldom', '--project seldom')}`,
  load: toVitest('load', '--project load'),
}

/** Lists the commands for these files, or for changed ones. */
function toCommands(files, isChanged) {
  const specs = files.filter((file) => file.includes('test/browser'))
  const tests = files.filter((file) => file.startsWith('test/') && !specs.includes(file))
  const sources = files.filter((file) => !file.startsWith('test/'))
  return [
    isChanged && `npx vitest run --changed --passWithNoTests ${USUAL}`,
    isChanged && `${BUILD} && ${PLAYWRIGHT} --only-changed --pass-with-no-tests`,
    tests.length > 0 && `npx vitest run ${tests.join(' ')}`,
    sources.length > 0 && `npx vitest related --run --passWithNoTests ${sources.join(' ')} ${USUAL}`,
    specs.length > 0 && `${BUILD} && ${PLAYWRIGHT} ${specs.join(' ')}`,
  ].filter(Boolean)
}

/** @returns whether the command has passed */
const run = (command) => spawnSync(command, { shell: true, stdio: 'inherit' }).status === 0

const words = process.argv.slice(2)
const options = words.filter((word) => word.startsWith('--') && word !== '--changed')
const files = words.filter((word) => !word.startsWith('--') && !(word in PARTS))
const commands = toCommands(files, words.includes('--changed'))
if (commands.length > 0)
  process.exit(commands.map((command) => run([command, ...options].join(' '))).every(Boolean) ? 0 : 1)

const usual = Object.keys(PARTS).filter((name) => name !== 'load' && (name !== 'seldom' || process.env.CI))
const chosen = words.length > 0 ? words : usual
rmSync('test-results', { recursive: true, force: true })
const parts = chosen.map((name) => {
  const startMs = performance.now()
  const isWell = run(PARTS[name])
  return { name, isWell, seconds: Math.round((performance.now() - startMs) / 1000) }
})

const { passed, failed, skipped } = readResults()
const isSeldom = chosen.includes('seldom')
const missing = sayMissing(isSeldom)
console.log(`\nNot run here: ${sayLeftOut(isSeldom)}; run by npm run test:long.`)
if (missing || skipped > 0)
  console.log(`Skipped here: ${skipped} tests${missing ? `, because this machine lacks ${missing}` : ''}.`)
const took = parts.map(({ name, seconds, isWell }) => `${name} ${seconds} s${isWell ? '' : ' (failed)'}`)
// CI has every program, so a test that is skipped there has lost its condition.
const isWell = parts.every((part) => part.isWell) && (skipped === 0 || !process.env.CI)
const seconds = parts.reduce((sum, part) => sum + part.seconds, 0)
console.log(`${passed} passed, ${failed || Number(!isWell)} failed in ${seconds} s: ${took.join(', ')}`)
process.exitCode = isWell ? 0 : 1
