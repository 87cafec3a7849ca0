/** npm run simulate -- [--seed N] [--rounds M] [--broken K]: plays rounds, prints broken promises, and shortens each broken round. */
import { parseArgs } from 'node:util'
import { Coverage } from './coverage.js'
import { toText } from './history.js'
import { createPlan, type Plan } from './plan.js'
import { readCalmTimes } from './promises/waiting.js'
import { judge } from './promises.js'
import { createSimulator } from './round.js'
import { shrink } from './shrink.js'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1000' },
    /** The number of broken rounds after which the run stops. */
    broken: { type: 'string', default: '3' },
  },
})
const seed = Number(values.seed)
const rounds = Number(values.rounds)
const play = createSimulator()
const coverage = new Coverage()
const startMs = performance.now()
let broken = 0
let events = 0
let calmMs = 0

async function print(plan: Plan, promise: string) {
  const short = await shrink(plan, async (plan) => judge(await play(plan)).some((each) => each.promise === promise))
  const round = await play(short)
  const [first] = judge(round)
  console.log(`\nSeed ${plan.seed}: ${promise}: ${first?.what}`)
  console.log(`To keep it, put this into test/simulate/kept.ts:\n${JSON.stringify(short)}`)
  console.log(toText(round.history))
}

let played = 0
for (; played < rounds && broken < Number(values.broken); played += 1) {
  const round = await play(createPlan(seed + played))
  coverage.add(round.history)
  calmMs = Math.max(calmMs, ...readCalmTimes(round))
  events += round.history.filter(({ what }) => what === 'call').length
  const [first] = judge(round)
  if (!first) continue
  broken += 1
  await print(round.plan, first.promise)
}
console.log(coverage.toText())
const seconds = (performance.now() - startMs) / 1000
console.log(`\nThe longest wait of a stranger’s order while others flood: ${calmMs / 1000} s.`)
console.log(`\n${played} rounds from seed ${seed}, ${events} events, ${broken} broken, ${Math.round(seconds)} s.`)
process.exitCode = broken > 0 ? 1 : 0
