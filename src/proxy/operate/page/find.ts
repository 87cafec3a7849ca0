/** The search: an order's number, an e-mail address, both, or the id of an event. */
import { toEmail } from '../../../contract/email.js'
import type { Entry, Operator } from '../../queue/index.js'
import { readMissing } from '../find.js'
import { UUID } from '../words.js'
import { toAtMs } from './events.js'

const MOST = 50

/** @returns the events, the number if the search had one, and sentences about other places if no event was found */
export async function findEvents(operator: Operator, what: string) {
  const words = what.trim().split(/\s+/)
  const email = words.flatMap((word) => toEmail(word) ?? [])[0]
  const rest = words.filter((word) => toEmail(word) === undefined).join(' ')
  if (email !== undefined && rest === '') {
    const missing = ['No event of this e-mail address is here, or its rows were deleted: after 14 to 180 days.']
    return { events: await findByEmail(operator, email), number: undefined, missing }
  }
  const which = UUID.test(rest) ? { id: rest } : { order: rest, ...(email !== undefined && { email }) }
  const events: Entry[] = await operator.find(which)
  const number = 'order' in which ? which.order : undefined
  return { events, number, missing: events.length > 0 ? [] : await readMissing(operator, which) }
}

async function findByEmail(operator: Operator, email: string): Promise<Entry[]> {
  const states = ['waiting', 'dead', 'delivered'] as const
  const pages = await Promise.all(states.map((state) => operator.page({ state, email }, MOST)))
  return pages.flatMap(({ events }) => events).sort((a, b) => toAtMs(b) - toAtMs(a))
}
