/**
 * Builds, checks and tests, one part after another, so that no more workers run than there are cores. A part that fails does not
 * stop the others. Ends with the slowest tests, the tests that did not run, the failures and the times.
 *
 *   npm test                       all parts; in CI also `seldom`: tests of files that seldom change
 *   npm test -- PART…              some parts
 *   npm test -- FILE… [OPTION…]    some files: tests of Vitest or Playwright, or sources, which run the Vitest tests that import them.
 *                                  The options go to Vitest or Playwright. A value follows its option with `=`
 *   npm test -- --changed          the tests of files that differ from the last commit
 */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { knowsHelpers, spawnMeasured } from './support/cpu-seconds.mjs'
import { sayLeftOut } from './support/long-run.mjs'
import { sayMissing } from './support/programs.mjs'
import { readResults, sayFailed } from './support/results.mjs'

const SLOWEST = 10
/** Ends a part that hangs although its tests have limits. */
const LIMIT_MS = 30 * 60_000
/** The time to close browsers and to write the results. */
const ENDING_MS = 30_000

const VITEST = 'npx vitest run'
const PLAYWRIGHT = 'node dist/demo/chromium.js && npx playwright test'
const toVitest = (...projects) =>
  `${VITEST} --outputFile.json=test-results/vitest-${projects[0]}.json --project ${projects.join(' --project ')}`

const PARTS = {
  build: 'node test/support/build.mjs',
  check: 'npm run --silent check',
  unit: toVitest('unit'),
  conformance: toVitest('conformance', 'apart'),
  browser: PLAYWRIGHT,
  seldom: `node test/support/build.mjs --whole && ${toVitest('seldom')}`,
}

/** Lists the commands for these files, or for changed ones. The options go to the tools. */
function toCommands(files, options) {
  const specs = files.filter((file) => file.includes('test/browser'))
  const tests = files.filter((file) => file.startsWith('test/') && !specs.includes(file))
  const sources = files.filter((file) => !file.startsWith('test/'))
  const usual = '--project unit --project conformance --project apart --passWithNoTests'
  const commands = [
    ...(isChanged
      ? [`${VITEST} --changed ${usual}`, `${BUILD} && ${PLAYWRIGHT} --only-changed --pass-with-no-tests`]
      : []),
    ...(tests.length > 0 ? [`${VITEST} ${tests.join(' ')}`] : []),
    ...(sources.length > 0 ? [`${VITEST.replace(' run', ' related --run')} ${sources.join(' ')} ${usual}`] : []),
    ...(specs.length > 0 ? [`${BUILD} && ${PLAYWRIGHT} ${specs.join(' ')}`] : []),
  ]
  return commands.map((command) => [command, ...options].join(' '))
}
const BUILD = 'node test/support/build.mjs --if-changed'

const USUAL = Object.keys(PARTS).filter((name) => name !== 'seldom' || process.env.CI)

let running
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    running?.end(signal)
    process.exit(1)
  })
}

async function run(name, command = PARTS[name]) {
  const from = performance.now()
  running = spawnMeasured(command, 'inherit')
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

const names = process.argv.slice(2)
const isChanged = names.includes('--changed')
const options = names.filter((name) => name.startsWith('--') && name !== '--changed')
const files = names.filter((name) => !name.startsWith('--') && !(name in PARTS))
const commands = toCommands(files, options)
if (commands.length > 0) {
  const runs = []
  for (const command of commands) runs.push(await run('files', command))
  process.exit(runs.every(({ isWell }) => isWell) ? 0 : 1)
}

const chosen = names.length > 0 ? names : USUAL
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
if (missing || skipped > 0)
  console.log(`Skipped here: ${skipped} tests${missing ? `, because this machine lacks ${missing}` : ''}.`)
console.log(`\n${sayFailed(tests)}`)

const inAll = parts.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
const each = parts.map(({ name, cpuSeconds }) => `${name} ${Math.round(cpuSeconds)}`).join(', ')
console.log(
  `CPU seconds: ${each}; in all ${Math.round(inAll)}${knowsHelpers ? '' : ' (without the browser’s helpers)'}`,
)
const failures = failed || parts.filter(({ isWell }) => !isWell).length // a part can also fail outside of its tests
const took = parts.map(({ name, seconds, isWell }) => `${name} ${Math.round(seconds)} s${isWell ? '' : ' (failed)'}`)
console.log(
  `${passed} passed, ${failures} failed in ${Math.round((performance.now() - begun) / 1000)} s: ${took.join(', ')}`,
)

const isWhole = skipped === 0 || !process.env.CI // CI must not skip a test
process.exitCode = parts.every(({ isWell }) => isWell) && isWhole ? 0 : 1
