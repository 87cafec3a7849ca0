/** What is known of one event or order, from the keyed hashes that duplicates are known by. Changes nothing. */
import { Email } from '../../../contract/email.js'
import { type GoneRow, readGone } from '../gone.js'
import { ID_KEPT_MS, MARK_KEPT_MS, toId, toNumberKeys, toOrderKeys } from '../rules.js'
import { dropNulls } from '../store/rows.js'
import { type Listed, type Look, readOfOrder, readOne } from './listed.js'

/** What is known of one event, by its id or its order. */
export type Trace =
  | { state: 'waiting' | 'dead'; event: Listed }
  /** `atMs`, `status`: known for a week. */
  | {
      state: 'delivered'
      id?: string
      takenMs: number
      atMs?: number
      status?: number
      problems?: string[]
      /** Its value; null: it had none; left out: nobody knows. */
      cents?: number | null
    }
  /** It said again what another event had said. */
  | { state: 'duplicate'; id: string; takenMs: number }
  /** An operator deleted it, or it was a dead letter too many or too old. */
  | { state: 'deleted'; id: string; takenMs: number; atMs: number }

export const find = (look: Look, which: { id: string } | { order: string; email?: string }): Promise<Trace[]> =>
  'id' in which ? findById(look, which.id) : findByOrder(look, which.order, which.email)

export async function findOrders(look: Look, orders: { order: string; email?: string }[]): Promise<Trace[][]> {
  const found: Trace[][] = []
  for (const { order, email } of orders) {
    const own = email === undefined ? [] : await findByOrder(look, order, email)
    found.push(own.length > 0 ? own : await findByOrder(look, order))
  }
  return found
}

async function findById(look: Look, id: string): Promise<Trace[]> {
  const event = await readOne(look, id)
  if (event) return [{ state: event.state, event }]
  const known = await readGone(look.ask, id)
  if (!known) return []
  const { settled: atMs, status } = known
  const took = { id, takenMs: known.expires - ID_KEPT_MS }
  if (atMs === null) return [{ state: 'duplicate', ...took }]
  return [status === null ? { state: 'deleted', ...took, atMs } : { ...took, atMs, ...toEnd(known) }]
}

/** The order's events that are still here; of one that is not, that it was delivered: whatever else ends it takes its key along. */
async function findByOrder(look: Look, order: string, email?: string): Promise<Trace[]> {
  const traces: Trace[] = []
  const told = new Set<string | null>() // an order may be known by its number and by its second name
  for (const row of await readMarks(look, order, email)) {
    if (row.event !== null && told.has(row.event)) continue
    told.add(row.event)
    const events = await readOfOrder(look, row.customer, row.key)
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

async function readMarks({ ask, hash }: Look, order: string, email?: string): Promise<MarkRow[]> {
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
    ...dropNulls({ id: event && toId(event), atMs: settled }),
    takenMs: expires - MARK_KEPT_MS,
    ...((cents !== null || told !== null) && { cents }), // of one that came before this was noted nothing is known
    ...toEnd(row),
  }
}

const toEnd = ({ status, codes }: Pick<GoneRow, 'status' | 'codes'>) => ({
  state: 'delivered' as const,
  ...dropNulls({ status: status || null, problems: codes?.split(' ') ?? null }),
})
