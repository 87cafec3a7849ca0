/** The answer to "where is order 1001?" */

import { toSafeText } from '../../contract/safe-text.js'
import { PROBLEMS, type ProblemCode } from '../problem.js'
import type { Entry, Operator, Search } from '../queue/index.js'
import { NEVER_SEEN, NO_SUCH_ID, OTHER_EMAIL, toAnswer } from './sentences.js'
import { UUID } from './words.js'

type Finder = Pick<Operator, 'find'>

/** Finds an order or event. @returns a line for each event of it, or sentences that say where else it may be */
export async function answerFind(operator: Finder, which: Search, toLine = toSentence) {
  const traces = await operator.find(which)
  if (traces.length > 0) return { isKnown: true, lines: traces.map((event) => toLine(event)) }
  return { isKnown: false, lines: (await readMissing(operator, which)).map(toSafeText) }
}

function toSentence(event: Entry): string {
  const { id, state, status } = event
  const answer = state === 'dead' && status !== undefined ? ` ringup events show ${id} prints the API’s answer.` : ''
  return `${toAnswer(event)} Event ${id}.${answer}`
}

/** Says where an order or event may be that the ledger does not have. @returns sentences */
export async function readMissing(operator: Finder, which: Search): Promise<string[]> {
  if ('id' in which) return [UUID.test(which.id) ? NO_SUCH_ID : toOrderHint(which.id)]
  if (which.email !== undefined && (await operator.find({ order: which.order })).length > 0) return [OTHER_EMAIL]
  return [NEVER_SEEN]
}

/** Explains that an order's number is not an event's id. The quotes are for a shell. */
const toOrderHint = (number: string) =>
  `${number} is not the id of an event. To find an order: ringup find --order ${/^[\w.-]+$/.test(number) ? number : `'${number}'`}`

/** The meaning of a refusal's code. Empty if the code is of an earlier version. */
export const toRefusal = (code: string): string =>
  Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code as ProblemCode].sentence : ''
