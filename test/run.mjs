/**
 * Builds, checks and tests, one after another, so that no more workers run than there are cores; what fails keeps nothing else
 * from being tried. Ends with the slowest tests, what was not run or tried, what failed, and what it took.
 *
 *   node test/run.mjs [part…]    all without; in CI also `seldom`: what tries files that seldom change
 */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { knowsHelpers, spawnMeasured } from './support/cpu-seconds.mjs'
import { sayLeftOut } from './support/long-run.mjs'
import { sayMissing } from './support/programs.mjs'
import { readResults, sayFailed } from './support/results.mjs'

const SLOWEST = 10
/** What hangs although its tests have limits is ended. */
const LIMIT_MS = 30 * 60_000
/** To close browsers, and to write what is known. */
const ENDING_MS = 30_000

const toVitest = (...projects) =>
  `npx vitest run --config test/vitest.config.ts --outputFile.json=test-results/vitest-${projects[0]}.json --project ${projects.join(' --project ')}`

const PARTS = {
  build: 'node test/support/build.mjs',
  check: 'npm run --silent check',
  unit: toVitest('unit'),
  conformance: toVitest('conformance', 'apart'),
  browser: 'node dist/demo/chromium.js && npx playwright test --config test/playwright.config.ts',
  seldom: `node test/support/build.mjs --whole && ${toVitest('seldom')}`,
}
const USUAL = Object.keys(PARTS).filter((name) => name !== 'seldom' || process.env.CI)

let running
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    running?.end(signal)
    process.exit(1)
  })
}

async function run(name) {
  const from = performance.now()
  running = spawnMeasured(PARTS[name], 'inherit')
  const { child, seconds, end } = running
  const limit = setTimeout(() => {
    console.error(`${name} has not ended in ${LIMIT_MS / 60_000} minutes.`)
    end('SIGINT')
    setTimeout(end, ENDING_MS, 'SIGKILL').unref()
  }, LIMIT_MS)
  const [status] = await once(child, 'close')
  clearTimeout(limit)
  return { name, seconds: (performance.now() - from) / 1000, cpuSeconds: await seconds, isWell: status === 0 }
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : USUAL
const begun = performance.now()
rmSync('test-results', { recursive: true, force: true })
const parts = []
for (const name of chosen) parts.push(await run(name))

const { tests, passed, failed, skipped } = readResults()
const toSeconds = (ms) => `${(ms / 1000).toFixed(1).padStart(6)} s`
console.log(`\nThe ${SLOWEST} slowest tests:`)
for (const { ms, name } of tests.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)) console.log(`${toSeconds(ms)}  ${name}`)
console.log(`\nNot run here: ${sayLeftOut(chosen.includes('seldom'))}; run by npm run test:long.`)
const missing = sayMissing(chosen.includes('seldom'))
if (missing || skipped > 0) console.log(`Not tried here: ${skipped} tests${missing ? `, for want of ${missing}` : ''}.`)
console.log(`\n${sayFailed(tests)}`)

const inAll = parts.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
const each = parts.map(({ name, cpuSeconds }) => `${name} ${Math.round(cpuSeconds)}`).join(', ')
console.log(
  `CPU seconds: ${each}; in all ${Math.round(inAll)}${knowsHelpers ? '' : ' (without the browser’s helpers)'}`,
)
const failures = failed || parts.filter(({ isWell }) => !isWell).length // a part may fail beside its tests
const took = parts.map(({ name, seconds, isWell }) => `${name} ${Math.round(seconds)} s${isWell ? '' : ' (failed)'}`)
console.log(
  `${passed} passed, ${failures} failed in ${Math.round((performance.now() - begun) / 1000)} s: ${took.join(', ')}`,
)

const isWhole = skipped === 0 || !process.env.CI // there, everything must have been tried
process.exitCode = parts.every(({ isWell }) => isWell) && isWhole ? 0 : 1
