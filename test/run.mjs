/**
 * Builds, checks and tests; what fails keeps nothing else from being tried. Ends with the slowest tests, what was skipped
 * and why, what failed, and how long it took.
 *
 *   node test/run.mjs [unit]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { build } from './support/build.mjs'
import { sayMissing } from './support/programs.mjs'
import { readResults, sayFailed } from './support/results.mjs'

const SLOWEST = 10

const VITEST = 'npx vitest run --config test/vitest.config.ts'
const PLAYWRIGHT = 'node dist/demo/chromium.js && npx playwright test --config test/playwright.config.ts'

/** Side by side, for much of a test is waiting. The first prints as it goes, each of the others when it has ended. */
const STEPS = { vitest: VITEST, playwright: PLAYWRIGHT, check: 'npm run --silent check' }

async function run([name, command], index) {
  const from = performance.now()
  const child = spawn(command, { shell: true, stdio: index === 0 ? 'inherit' : 'pipe' })
  const said = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''))
  const [status] = await once(child, 'close')
  process.stdout.write((await Promise.all(said)).join(''))
  return { name, seconds: (performance.now() - from) / 1000, isWell: status === 0 }
}

const begun = performance.now()
const isUnit = process.argv[2] === 'unit'
rmSync('test-results', { recursive: true, force: true })
if (!isUnit) build()
const steps = await Promise.all(Object.entries(isUnit ? { unit: `${VITEST} test/unit` } : STEPS).map(run))

const { tests, passed, failed, skipped } = readResults()
const toSeconds = (ms) => `${(ms / 1000).toFixed(1).padStart(6)} s`
console.log(`\nThe ${SLOWEST} slowest tests:`)
for (const { ms, name } of tests.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)) console.log(`${toSeconds(ms)}  ${name}`)
const missing = sayMissing()
if (skipped > 0) console.log(`\n${skipped} tests were skipped${missing ? ` for want of ${missing}` : ''}.`)
console.log(`\n${sayFailed(tests)}`)
const took = steps.map(({ name, seconds, isWell }) => `${name} ${Math.round(seconds)} s${isWell ? '' : ' (failed)'}`)
console.log(
  `${passed} passed, ${failed} failed in ${Math.round((performance.now() - begun) / 1000)} s: ${took.join(', ')}`,
)

const isWhole = skipped === 0 || !process.env.CI // there, everything must have been tried
process.exitCode = steps.every(({ isWell }) => isWell) && isWhole ? 0 : 1
