/** node .ci/keep-figures.mjs <part> <status>: writes what a part of .ci/long came to, in the place of what it last had. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { readResults } from '../test/support/results.mjs'

const FILE = '.ci/long-figures.txt'
const TOLD_MS = 5_000
const [part, status] = process.argv.slice(2)

const { tests, passed, failed } = readResults()
const counts = tests.length > 0 ? `: ${passed} passed, ${failed} failed; those over ${TOLD_MS / 1000} s` : ''
const machine = `Node ${process.versions.node}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}`
const rounds = process.env.LONG === '1' ? '' : ', few rounds'
const lines = tests
  .filter(({ ms }) => ms > TOLD_MS)
  .map(({ ms, end, name }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${end}  ${name}`)
const text = [`# ${part} ${status === '0' ? 'passed' : 'failed'} (${machine}${rounds})${counts}`, ...lines, ''].join(
  '\n',
)
console.log(text)

const kept = existsSync(FILE) ? readFileSync(FILE, 'utf8').split(/^(?=# )/m) : []
const others = kept.filter((each) => each.startsWith('# ') && !each.startsWith(`# ${part} `))
writeFileSync(FILE, [...others, text].join(''))
