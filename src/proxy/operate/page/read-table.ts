/** Reads the events of the table: those of one state, or the latest of all. */
import type { Cursor, Filter, Operator } from '../../queue/index.js'
import { isReason } from '../sentences.js'
import { type Shown, STATES, type Table, toAtMs } from './events.js'

const PER_PAGE = 50

export async function readTable(operator: Operator, asked: Record<string, string>): Promise<Omit<Table, 'counts'>> {
  const shown: Shown = Object.hasOwn(STATES, asked.state ?? '') ? (asked.state as Shown) : 'all'
  const reason = isReason(asked.reason) ? asked.reason : undefined
  if (shown !== 'all') {
    const filter: Filter = { state: shown, ...(reason && { reason }) }
    const { events, next } = await operator.page(filter, PER_PAGE, toCursor(asked.after))
    return { shown, reason, events, next: next && toQuery({ ...filter, after: next.join('-') }) }
  }
  const events = await operator.latest(PER_PAGE, Number(asked.before) || undefined)
  const last = events.length === PER_PAGE ? events.at(-1) : undefined
  return { shown, reason: undefined, events, next: last && toQuery({ state: shown, before: String(toAtMs(last)) }) }
}

const toQuery = (fields: object) => new URLSearchParams(Object.entries(fields)).toString()

function toCursor(text = ''): Cursor | undefined {
  const [, timeMs, seq] = /^(\d{1,16})-(\d{1,16})$/.exec(text) ?? []
  return timeMs && seq ? [Number(timeMs), Number(seq)] : undefined
}
