/**
 * Stores a report that could not become an event, because it has no e-mail address or no order.
 *
 * The row has a reason, the order's total, and the hashes of its number and cart, but no customer. The order itself is
 * sealed. A webhook, a back end or the shop's book completes it (complete.ts).
 */
import { INSERT_PAYLOADS, insert } from './enqueue.js'
import { DEAD_KEPT_MS, toCartKey, toNetwork, toNumberKey } from './identity.js'
import { toProblemText } from './problems.js'
import { askRows } from './store/rows.js'
import type { EventRow, QueueContext, RefusedReport, Transition } from './types.js'

export type PreparedReport = ReturnType<typeof prepareReport>

export function prepareReport(report: RefusedReport, { seal, hash }: Pick<QueueContext, 'seal' | 'hash'>) {
  const { id, kind, reason, ageMs, isNoisy = false, network, problems, order } = report
  const number = order?.cart_data?.order_number
  const payload = number ? seal.seal(JSON.stringify(order), id) : undefined
  const { cart_value = null } = Object(order?.cart_data)
  return {
    row: {
      ...{ id, kind, list: report.kind === 'addToList' ? report.list : '', who: '', signed: 0, noisy: Number(isNoisy) },
      ...{ network: toNetwork(network, hash), reason, problems: toProblemText(problems) },
      identity: number ? toNumberKey(String(number), hash) : null,
      ...(order && number ? { content: toCartKey(order, hash), cents: cart_value } : { content: '', cents: null }),
      ...{ name: null, sources: null, bytes: payload?.length ?? 0 },
    },
    ageMs,
    payload,
  }
}

/** Stores the reports whose ids are not known yet. */
export async function refuseAll(step: Transition, reports: PreparedReport[]) {
  const { nowMs } = step
  for (const { row, ageMs, payload } of reports) {
    const known = await step.ask<Pick<EventRow, 'seq'>>('SELECT seq FROM events WHERE id = ?1', [row.id])
    if (known.length > 0) continue
    const times = { occurred: Math.round(nowMs - ageMs), received: nowMs, due: nowMs, until: nowMs + DEAD_KEPT_MS }
    const [stored] = await insert(step, [{ ...row, ...times, state: 'refused' }])
    if (stored && payload) await askRows(step, INSERT_PAYLOADS, [[stored.seq, payload]])
    step.hasDied = true
  }
}
