/** The answer to "where is order 1001?" */
import { PROBLEMS, type ProblemCode } from '../problem.js'
import type { Listed, Operator, Sought } from '../queue/index.js'
import { createHours, DAY, HOUR_MS } from './hours.js'
import { toSafeText } from './safe-text.js'
import { NEVER_SEEN, NO_SUCH_ID, OTHER_EMAIL, toAnswer } from './sentences.js'
import { toNumber, toTime, UUID } from './words.js'

const MAX_ORIGINS = 3

type Knows = Pick<Operator, 'find' | 'hours' | 'origins'>

/** Finds an order or event. @returns a line for each event of it, or sentences that say where else it may be */
export async function answerFind(operator: Knows, which: Sought) {
  const traces = await operator.find(which)
  if (traces.length > 0) return { isKnown: true, lines: traces.map(toLine) }
  return { isKnown: false, lines: (await readMissing(operator, which, Date.now())).map(toSafeText) }
}

function toLine(event: Listed): string {
  const { id, state, status } = event
  const answer = state === 'dead' && status !== undefined ? ` ringup events show ${id} prints the API’s answer.` : ''
  return `${toAnswer(event)} Event ${id}.${answer}`
}

/** Says where an order or event may be that the ledger does not have. @returns sentences */
export async function readMissing(operator: Knows, which: Sought, nowMs: number): Promise<string[]> {
  if ('id' in which) return [UUID.test(which.id) ? NO_SUCH_ID : toOrderHint(which.id)]
  if (which.email !== undefined && (await operator.find({ order: which.order })).length > 0) return [OTHER_EMAIL]
  // The ledger has only the code and the origin of a refused request.
  const [rows, origins] = await Promise.all([operator.hours(nowMs - DAY * HOUR_MS), operator.origins()])
  const refusals = createHours(rows, { sums: {}, most: {} }, nowMs).sums('refused ', DAY)
  if (refusals.length === 0) return [NEVER_SEEN]
  const refused = origins.filter(({ isTaken }) => !isTaken).slice(0, MAX_ORIGINS)
  return [
    NEVER_SEEN,
    'It may have been in a request that was refused. In 24 hours there were:',
    ...refusals.map(({ name, count }) => `${toNumber(count)} × ${name}. ${toRefusal(name)}`.trim()),
    ...refused.map(({ origin, latestMs }) => `Refused origin: ${origin}, the last time ${toTime(latestMs)}.`),
  ]
}

/** Explains that an order's number is not an event's id. The quotes are for a shell. */
const toOrderHint = (number: string) =>
  `${number} is not the id of an event. To find an order: ringup find --order ${/^[\w.-]+$/.test(number) ? number : `'${number}'`}`

/** The meaning of a refusal's code. Empty if the code is of an earlier version. */
export const toRefusal = (code: string): string =>
  Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code as ProblemCode].sentence : ''
