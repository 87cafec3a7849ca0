/**
 * Completes a refused report from the shop's book. The book is the shop's own word: number, customer, total and time of
 * an order are the book's. Only the cart is a page's, and anyone can send reports.
 */
import { randomUUID } from 'node:crypto'
import { Email } from '../../../contract/conversion.js'
import { chooseReports, type Report, type Total } from '../complete.js'
import { enqueueAll, prepareEvent } from '../enqueue.js'
import { toNumberKeys, toOrderKeys, toWho } from '../identity.js'
import { askRows } from '../store/rows.js'
import { BOOKED, type DailyBounds, type QueueContext, type Transition } from '../types.js'
import { writeAct } from './acts.js'
import { readOne } from './listed.js'

/** The book's facts about an order, beside its number and customer. */
export interface Booked extends Total {
  /** The order's second name. */
  name?: string | undefined
  /** The first and the last possible time of the order, because a book may not say its time zone. */
  times?: { fromMs: number; untilMs: number } | undefined
}

/**
 * The result of the request to complete a report. `sent without cart`: reports of this number differ or have another
 * total. `overtaken`: it is a dead letter, because a later order of its customer was delivered. `unclear`: the number
 * was not reported by a page, or the ledger already has this order.
 */
export type Completed = 'sent' | 'sent without cart' | 'overtaken' | 'unclear'

type Context = Pick<QueueContext, 'seal' | 'hash' | 'claims'> & { most: DailyBounds }

export async function complete(step: Transition, order: string, email: string, booked: Booked, context: Context) {
  const parsed = Email.parse(email)
  const { name, cents, currency, times } = booked
  await step.lock(toWho(parsed, context.hash))
  const keys = toNumberKeys([order, name], context.hash).map((key) => [key])
  const reports = (await askRows<Report>(step, REPORTS, keys)).sort((a, b) => a.seq - b.seq)
  const [first = reports[0]] = chooseReports(reports, { cents })
  if (!first || (await hasOrder(step, [order, name], parsed, reports, booked, context))) return 'unclear'
  const body = { email: parsed, cart_data: { order_number: order } }
  const ageMs = Math.max(0, step.nowMs - toTime(first.occurred, times))
  const arrival = { id: randomUUID(), kind: 'convert', signed: true, from: 'server', ageMs, body } as const
  const prepared = prepareEvent({ ...arrival, ...(name !== undefined && { name }) }, context)
  await enqueueAll(step, [{ ...prepared, total: { cents, currency }, isBooked: true }], context)
  // The operator wants to send the event, whatever its age.
  await step.ask('UPDATE events SET replayed = ?2 WHERE id = ?1', [arrival.id, BOOKED])
  await writeAct(step.ask, { act: 'complete', id: first.id, count: 1 })
  const stored = await readOne({ ...step, ...context }, arrival.id)
  if (stored?.state !== 'waiting') return 'overtaken'
  return stored.body && 'cart_items' in stored.body ? 'sent' : 'sent without cart'
}

const REPORTS = {
  sql: "SELECT seq, id, occurred, cents, content FROM events WHERE identity IN (:rows) AND state = 'refused'",
  row: '?1',
}

/** The time of the report, within the times that the book allows. */
const toTime = (reportedMs: number, { fromMs, untilMs } = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }) =>
  Math.min(Math.max(reportedMs, fromMs), untilMs)

/**
 * Says whether the ledger has the order already, from another source than a refused report. Then it would be doubled.
 *
 * An unsigned order of another customer may be this order under another address, or a stranger's. If a report has the
 * book's total, the total tells them apart. So a stranger cannot use up order numbers.
 */
async function hasOrder(
  { ask }: Transition,
  numbers: (string | undefined)[],
  email: string,
  reports: Report[],
  { cents }: Booked,
  { hash }: Context,
) {
  const total = reports.some((report) => report.cents === cents) ? (cents ?? null) : null
  for (const number of numbers) {
    if (number === undefined) continue
    const [key] = toNumberKeys([number], hash)
    const known = await ask(ORDER, [key, `${key}~`, ...toOrderKeys(number, email, hash), total]) // `~` is behind base64url
    if (known.length > 0) return true
  }
  return false
}

const ORDER = `
  SELECT seq FROM events
  WHERE ((identity >= ?1 AND identity < ?2) OR (name >= ?1 AND name < ?2)) AND state <> 'refused' AND (
    identity IN (?3, ?4) OR name IN (?3, ?4) -- this customer's
    OR signed = 1 -- the shop has named another customer
    OR (state IN ('waiting', 'delivered') AND (CAST(?5 AS bigint) IS NULL OR cents = CAST(?5 AS bigint))))
  LIMIT 1`
