/**
 * npm run test:browsers -- [--only words] [--rounds N] [--smoke] [--keep]
 *
 * Plays every case in every installed engine, and names the missing ones. --only selects by words of engine and case, as in "Firefox: the
 * page crashes". --smoke plays a few cases for one round. --keep writes the figures into a file, from which `npm run readme` makes the
 * README's table.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CASES } from './cases/index.js'
import type { Engine } from './engines/engine.js'
import { ENGINES } from './engines/index.js'
import { type Figures, play } from './play.js'
import type { Case } from './round.js'
import { FILE, type KeptFigures, readKept } from './survival-rows.js'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string' },
    smoke: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})

const missing = ENGINES.filter((engine) => !engine.isInstalled())
for (const { name, packages } of missing) console.log(`${name} is not installed (Debian: apt-get install ${packages}).`)
let isWell = missing.length === 0 || !process.env.CI // CI must not skip an engine
const installed = ENGINES.filter((engine) => !missing.includes(engine))
await Promise.all(installed.map(playAll))
process.exit(isWell ? 0 : 1) // a case that could not be played may have left a server

async function playAll(engine: Engine) {
  const isChosen = ({ name, isSmoke }: Case) =>
    `${engine.name}: ${name}`.includes(values.only) && (isSmoke || !values.smoke)
  for (const one of CASES.filter(isChosen)) {
    const label = `${engine.name.padEnd(10)} ${one.name.padEnd(52)}`
    try {
      const rounds = Number(values.rounds ?? (values.smoke ? 1 : one.rounds))
      const { version, ...figures } = await play(engine, one, rounds)
      const { orders, lost, doubled, repeated } = figures
      const mostRepeated = one.mostRepeated?.[engine.name] ?? Number.POSITIVE_INFINITY
      if (lost > 0 || doubled > 0 || Number(repeated ?? 0) > mostRepeated) isWell = false
      if (values.keep) keep(engine, version, one, figures)
      const sentTwice = repeated === undefined ? '' : `, ${repeated} sent twice`
      console.log(`${label} ${orders} orders, ${lost} lost, ${doubled} doubled${sentTwice}`)
    } catch (error) {
      isWell = false
      console.log(`${label} could not be played: ${error instanceof Error ? error.message : error}`)
    }
  }
}

/** Writes each figure immediately into the current file, because a run may take an hour, and another run may write too. */
function keep({ name }: Engine, version: string, { name: caseName }: Case, figures: Figures) {
  const kept: KeptFigures = readKept()
  kept[name] = { version, cases: { ...kept[name]?.cases, [caseName]: figures } }
  writeFileSync(FILE, `${JSON.stringify(kept, undefined, 2)}\n`)
}
