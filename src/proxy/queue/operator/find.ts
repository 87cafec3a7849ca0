/** What is known of one event or order, from the keyed hashes that duplicates are known by. Changes nothing. */
import { Email } from '../../../contract/email.js'
import { type GoneRow, readGone } from '../gone.js'
import { ID_KEPT_MS, MARK_KEPT_MS, toId, toNumberKeys, toOrderKeys } from '../rules.js'
import type { Ask } from '../store/index.js'
import { type Keys, readOfOrder, readOne } from './listed.js'
import type { Trace } from './types.js'

export async function findById(ask: Ask, keys: Keys, id: string): Promise<Trace[]> {
  const event = await readOne(ask, keys, id)
  if (event) return [{ state: event.state, event }]
  const known = await readGone(ask, id)
  if (!known) return []
  const { settled: atMs, status } = known
  const took = { id, takenMs: known.expires - ID_KEPT_MS }
  if (atMs === null) return [{ state: 'duplicate', ...took }]
  return [status === null ? { state: 'deleted', ...took, atMs } : { ...took, atMs, ...toEnd(known) }]
}

/** The order's events that are still here; of one that is not, that it was delivered: whatever else ends it takes its key along. */
export async function findByOrder(ask: Ask, keys: Keys, order: string, email?: string): Promise<Trace[]> {
  const traces: Trace[] = []
  const told = new Set<string | null>() // an order may be known by its number and by its second name
  for (const row of await readMarks(ask, keys, order, email)) {
    if (row.event !== null && told.has(row.event)) continue
    told.add(row.event)
    const events = await readOfOrder(ask, keys, row.customer, row.key)
    for (const event of events) traces.push({ state: event.state, event })
    if (events.length === 0) traces.push(toDelivered(row))
  }
  return traces
}

/** What an order is known by, and what is remembered of its event's id. */
interface MarkRow extends Omit<GoneRow, 'tries'> {
  key: string
  customer: string
  event: string | null
  cents: number | null
  told: string | null
}

async function readMarks(ask: Ask, { hash }: Keys, order: string, email?: string): Promise<MarkRow[]> {
  const ranges =
    email === undefined
      ? toNumberKeys(order, hash).map((start) => [start, `${start}~`]) // `~` is behind all of base64url
      : toOrderKeys(order, Email.parse(email), hash).map((key) => [key, key])
  const rows: MarkRow[] = []
  for (const range of ranges) rows.push(...(await ask<MarkRow>(MARKS, range)))
  return rows
}

const MARKS = `
  SELECT mark.key, mark.customer, mark.event, mark.expires, mark.cents, mark.told, own.settled, own.status, own.codes
  FROM repeats AS mark LEFT JOIN repeats AS own ON own.key = mark.event
  WHERE mark.key BETWEEN ?1 AND ?2 ORDER BY mark.expires LIMIT 100`

function toDelivered(row: MarkRow): Trace {
  const { event, expires, settled, cents, told } = row
  return {
    ...(event !== null && { id: toId(event) }),
    takenMs: expires - MARK_KEPT_MS,
    ...(settled !== null && { atMs: settled }),
    ...((cents !== null || told !== null) && { cents }), // of one that came before this was noted nothing is known
    ...toEnd(row),
  }
}

const toEnd = ({ status, codes }: Pick<GoneRow, 'status' | 'codes'>) => ({
  state: 'delivered' as const,
  ...(status !== null && status > 0 && { status }),
  ...(codes !== null && { problems: codes.split(' ') }),
})
