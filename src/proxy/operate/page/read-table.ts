/** Reads the rows of the table of events: what waits and what is dead from the queue, all together and delivered ones by their time. */
import type { Cursor, Filter, Listed, Operator, Recent } from '../../queue/index.js'
import { isReason } from '../sentences.js'
import { type Row, type Shown, STATES, type Table } from './events.js'

const PER_PAGE = 50

export async function readTable(operator: Operator, asked: Record<string, string>): Promise<Omit<Table, 'counts'>> {
  const shown: Shown = Object.hasOwn(STATES, asked.state ?? '') ? (asked.state as Shown) : 'all'
  const reason = isReason(asked.reason) ? asked.reason : undefined
  if (shown !== 'all' && shown !== 'delivered') {
    const filter: Filter = { state: shown, ...(reason && { reason }) }
    const { events, next } = await operator.page(filter, PER_PAGE, toCursor(asked.after))
    return { shown, reason, rows: events.map(toRow), next: next && toQuery({ ...filter, after: next.join('-') }) }
  }
  const recents = await operator.latest(PER_PAGE, Number(asked.before) || undefined, shown)
  // What is in the queue still is known better there.
  const readRow = async (recent: Recent): Promise<Row> =>
    recent.state === 'delivered' ? recent : { ...recent, event: await operator.read(recent.id) }
  const last = recents.length === PER_PAGE ? recents.at(-1) : undefined
  return {
    shown,
    reason: undefined,
    rows: await Promise.all(recents.map(readRow)),
    next: last && toQuery({ state: shown, before: String(last.atMs) }),
  }
}

const toQuery = (fields: object) => new URLSearchParams(Object.entries(fields)).toString()

const toRow = (event: Listed): Row => ({ ...event, atMs: event.receivedMs, problems: event.problems ?? [], event })

function toCursor(text = ''): Cursor | undefined {
  const [, timeMs, seq] = /^(\d{1,16})-(\d{1,16})$/.exec(text) ?? []
  return timeMs && seq ? [Number(timeMs), Number(seq)] : undefined
}
