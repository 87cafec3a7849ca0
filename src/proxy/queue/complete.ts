/**
 * Completes a signed order with the cart of refused reports of its number.
 *
 * Anyone can send such reports, in any number, from any network and at any time. So only the order's own total proves a
 * cart. A majority, a calm network or an early arrival proves nothing.
 */
import type { Conversion } from '../../contract/conversion.js'
import { ID_KEPT_MS } from './identity.js'
import { completeOrder } from './merge.js'
import { openPayload } from './payload.js'
import { askRows } from './store/rows.js'
import type { EventRow, QueueContext, Transition } from './types.js'

/** A refused report. `content` is the hash of its cart. */
export type Report = Pick<EventRow, 'seq' | 'id' | 'occurred' | 'cents' | 'content'>

/** The total of an order, as far as the shop's own systems say it. */
export interface Total {
  cents?: number | undefined
  /** Such as EUR. */
  currency?: string | undefined
}

interface Known {
  /** The order has a total. */
  hasTotal: boolean
  /** The order has items of its own, so a page adds only what it knows of these items. */
  hasItems: boolean
  /** Reports have the order's total. */
  isReported: boolean
}

/** The reports that may give their cart. The first row that applies decides. */
const CHOICES: { when: (known: Known) => boolean; chosen: 'those with the total' | 'none' | 'all' }[] = [
  { when: ({ hasTotal, isReported }) => hasTotal && isReported, chosen: 'those with the total' },
  { when: ({ hasTotal, hasItems }) => hasTotal && !hasItems, chosen: 'none' },
  { when: () => true, chosen: 'all' },
]

/**
 * Chooses the reports that may complete an order, in their order. If they have different carts, no cart is taken: see
 * `haveOneCart`.
 */
export function chooseReports<Row extends Report>(reports: Row[], total: Total, hasItems = false): Row[] {
  const fitting = reports.filter(({ cents }) => cents === total.cents)
  const known = { hasTotal: total.cents !== undefined, hasItems, isReported: fitting.length > 0 }
  const chosen = CHOICES.find(({ when }) => when(known))?.chosen
  return chosen === 'all' ? reports : chosen === 'none' ? [] : fitting
}

const haveOneCart = ([first, ...others]: Report[]) => others.every(({ content }) => content === first?.content)

/** @returns the order with the cart of these reports, if it may be taken. All of the reports end */
export async function completeFromReports(
  step: Transition,
  order: Conversion,
  total: Total,
  reports: Report[],
  { seal }: Pick<QueueContext, 'seal'>,
): Promise<Conversion> {
  const chosen = chooseReports(reports, total, (order.cart_items?.length ?? 0) > 0)
  const page = chosen[0] && haveOneCart(chosen) ? await readOrder(step, chosen[0], seal) : undefined
  await retireReports(step, reports)
  if (!page || isOtherCurrency(page.cart_data?.currency, total.currency)) return order
  return completeOrder(order, page)
}

/** Two words for currencies are known, and they differ. */
export const isOtherCurrency = (one: unknown, other: unknown) =>
  [one, other].every((word) => typeof word === 'string' && word !== '') &&
  String(one).toUpperCase() !== String(other).toUpperCase()

/** Reads an order of a page. Undefined if it is not stored, or if it cannot be opened with any key. */
export async function readOrder(
  { ask }: Pick<Transition, 'ask'>,
  { seq, id }: Pick<EventRow, 'seq' | 'id'>,
  seal: QueueContext['seal'],
): Promise<Omit<Conversion, 'email'> | undefined> {
  const [found] = await ask<{ payload: Uint8Array }>('SELECT payload FROM payloads WHERE seq = ?1', [seq])
  const text = found && openPayload(seal, found.payload, id)
  return text === undefined ? undefined : JSON.parse(text)
}

async function retireReports(step: Transition, reports: Report[]) {
  const rows = reports.map(({ seq }) => [seq, step.nowMs])
  await askRows(step, RETIRE, rows)
  await askRows(
    step,
    DELETE_PAYLOADS,
    rows.map(([seq]) => [seq]),
  )
}

const RETIRE = {
  sql: `WITH given (seq, at) AS (VALUES :rows)
    UPDATE events SET state = 'duplicate', reason = NULL, due = given.at, until = given.at + ${ID_KEPT_MS},
      identity = NULL, content = '', cents = NULL, bytes = 0
    FROM given WHERE events.seq = given.seq`,
  row: '(CAST(?1 AS bigint), CAST(?2 AS bigint))',
}
const DELETE_PAYLOADS = { sql: 'DELETE FROM payloads WHERE seq IN (:rows)', row: '?1' }
