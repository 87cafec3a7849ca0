/** What there is to say of an order or event that is not known: where else it may be. */
import { PROBLEMS, type ProblemCode } from '../problem.js'
import type { Operator, Trace } from '../queue/index.js'
import { toTime } from './commands/print.js'
import { createHours, HOUR_MS } from './hours.js'
import { toSafeText } from './safe-text.js'
import { NEVER_SEEN, NO_SUCH_ID, OTHER_EMAIL, type ToTime, toAnswer } from './sentences.js'

const MAX_ORIGINS = 3
const DAY = 24

type Which = Parameters<Operator['find']>[0]

/** The answer to "where is order 1001?", a line for each event of it; or where else it may be. */
export async function answerFind(operator: Pick<Operator, 'find' | 'hours' | 'origins'>, which: Which) {
  const traces = await operator.find(which)
  const missing = traces.length > 0 ? [] : await readMissing(operator, which, Date.now(), toTime)
  return { isKnown: traces.length > 0, lines: [...traces.map(toLine), ...missing.map(toSafeText)] }
}

function toLine(trace: Trace): string {
  const id = 'event' in trace ? trace.event.id : trace.id
  const hasAnswer = trace.state === 'dead' && trace.event.status !== undefined
  const answer = hasAnswer ? ` What the API said: ringup events show ${id}` : ''
  return `${toAnswer(trace, Date.now(), toTime)}${id === undefined ? '' : ` Event ${id}.`}${answer}`
}

/** In sentences. @param which was asked for, and is not known */
export async function readMissing(
  operator: Pick<Operator, 'find' | 'hours' | 'origins'>,
  which: Which,
  nowMs: number,
  toTime: ToTime,
): Promise<string[]> {
  if ('id' in which) return [NO_SUCH_ID]
  if (which.email !== undefined && (await operator.find({ order: which.order })).length > 0) return [OTHER_EMAIL]
  return [NEVER_SEEN, ...(await readRefused(operator, nowMs, toTime))]
}

/** Nothing is kept of a refused request but its code and origin. */
async function readRefused(operator: Pick<Operator, 'hours' | 'origins'>, nowMs: number, toTime: ToTime) {
  const [rows, origins] = await Promise.all([operator.hours(nowMs - DAY * HOUR_MS), operator.origins()])
  const refusals = createHours(rows, { sums: {}, most: {} }, nowMs).sums('refused ', DAY)
  if (refusals.length === 0) return []
  const refused = origins.filter(({ isTaken }) => !isTaken).slice(0, MAX_ORIGINS)
  return [
    'It may have been in a request that was refused. In 24 hours there were:',
    ...refusals.map(({ name, count }) => `${count.toLocaleString('en')} × ${name}. ${toSentence(name)}`.trim()),
    ...refused.map(({ origin, latestMs }) => `Refused origin: ${origin}, the last time ${toTime(latestMs)}.`),
  ]
}

const isCode = (code: string): code is ProblemCode => Object.hasOwn(PROBLEMS, code)
const toSentence = (code: string) => (isCode(code) ? PROBLEMS[code].sentence : '')
