/** Reads the rows of the table of events: what waits and what is dead from the queue, all together and delivered ones by their time. */
import type { Filter, Listed, Operator, Place, Recent } from '../../queue/index.js'
import { isReason } from '../sentences.js'
import { type Row, type Shown, STATES, type Table } from './events.js'

/** Pages of all events that are looked through for one of delivered ones. */
const MAX_PAGES = 20

export async function readTable(
  operator: Operator,
  asked: Record<string, string>,
  most: number,
): Promise<Omit<Table, 'counts'>> {
  const shown: Shown = Object.hasOwn(STATES, asked.state ?? '') ? (asked.state as Shown) : 'all'
  const reason = isReason(asked.reason) ? asked.reason : undefined
  if (shown === 'waiting' || shown === 'dead') {
    const filter: Filter = { state: shown, ...(reason && { reason }) }
    const { events, next } = await operator.page(filter, most, toPlace(asked.after))
    const rows = events.map((event) => ({ event, recent: toRecent(event) }))
    return { shown, reason, rows, next: next && toQuery({ ...filter, after: next.join('-') }) }
  }
  const recents = await readRecents(operator, shown, most, Number(asked.before) || undefined)
  const rows = await Promise.all(recents.map((recent) => toRow(operator, recent)))
  const last = recents.length === most ? recents.at(-1) : undefined
  return { shown, reason: undefined, rows, next: last && toQuery({ state: shown, before: String(last.atMs) }) }
}

const toQuery = (fields: object) => new URLSearchParams(Object.entries(fields)).toString()

/** The latest first. */
async function readRecents(operator: Operator, shown: Shown, most: number, before?: number): Promise<Recent[]> {
  const found: Recent[] = []
  let beforeMs = before
  for (let page = 0; page < MAX_PAGES && found.length < most; page += 1) {
    const some = await operator.latest(most, beforeMs)
    found.push(...some.filter(({ state }) => shown === 'all' || state === shown))
    beforeMs = some.at(-1)?.atMs
    if (some.length < most) break
  }
  return found.slice(0, most)
}

/** What is in the queue still is known better there. */
const toRow = async (operator: Operator, recent: Recent): Promise<Row> =>
  recent.state === 'delivered' ? { recent } : { recent, event: await operator.read(recent.id) }

const toRecent = ({ id, kind, list, state, reason, receivedMs, status, problems = [] }: Listed): Recent => ({
  id,
  kind,
  ...(list !== undefined && { list }),
  state,
  ...(reason && { reason }),
  atMs: receivedMs,
  ...(status !== undefined && { status }),
  problems: problems.map(({ code }) => code),
})

function toPlace(text = ''): Place | undefined {
  const [, timeMs, seq] = /^(\d{1,16})-(\d{1,16})$/.exec(text) ?? []
  return timeMs && seq ? [Number(timeMs), Number(seq)] : undefined
}
