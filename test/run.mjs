/**
 * Builds, checks and tests; what fails keeps nothing else from being tried. Ends with the slowest tests, what was skipped
 * and why, and how long it took.
 *
 *   node test/run.mjs [unit]
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { build } from './support/build.mjs'
import { sayMissing } from './support/programs.mjs'
import { readResults } from './support/results.mjs'

const SLOWEST = 10

/** How long each step took, and whether it went well. */
const steps = []

function step(name, command, ...args) {
  const from = performance.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  steps.push({ name, seconds: (performance.now() - from) / 1000, isWell: status === 0 })
}

const begun = performance.now()
rmSync('test-results', { recursive: true, force: true })
if (process.argv[2] === 'unit') {
  step('unit', 'npx', 'vitest', 'run', '--config', 'test/vitest.config.ts', 'test/unit')
} else {
  build()
  step('check', 'npm', 'run', '--silent', 'check')
  step('browser', process.execPath, 'dist/demo/chromium.js')
  step('vitest', 'npx', 'vitest', 'run', '--config', 'test/vitest.config.ts')
  step('playwright', 'npx', 'playwright', 'test', '--config', 'test/playwright.config.ts')
}

const { tests, passed, failed, skipped } = readResults()
const toSeconds = (ms) => `${(ms / 1000).toFixed(1).padStart(6)} s`
console.log(`\nThe ${SLOWEST} slowest tests:`)
for (const { ms, name } of tests.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)) console.log(`${toSeconds(ms)}  ${name}`)
const missing = sayMissing()
if (skipped > 0) console.log(`\n${skipped} tests were skipped${missing ? ` for want of ${missing}` : ''}.`)
const took = steps.map(({ name, seconds, isWell }) => `${name} ${Math.round(seconds)} s${isWell ? '' : ' (failed)'}`)
console.log(
  `\n${passed} passed, ${failed} failed in ${Math.round((performance.now() - begun) / 1000)} s: ${took.join(', ')}`,
)

const isWhole = skipped === 0 || !process.env.CI // there, everything must have been tried
process.exitCode = steps.every(({ isWell }) => isWell) && isWhole ? 0 : 1
