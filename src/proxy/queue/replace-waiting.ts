/** An unsigned event of the same order that waits makes room for the signed one, which is added to by it (merge.ts). */
import type { Conversion } from '../../contract/conversion.js'
import type { Seal } from '../seal.js'
import { removeOne } from './events.js'
import type { PreparedEvent } from './incoming-event.js'
import { mergeOrders } from './merge.js'
import { openPayload, type Row } from './queued-event.js'
import type { Transaction } from './store/index.js'

export interface Replacing {
  seal: Seal
  /** Nobody here has it under way. */
  isFree(event: { id: string }): boolean
}

/** @param placed what is to be written, by what arrived; changed in place */
export async function replaceWaiting(
  transaction: Transaction,
  placed: Map<PreparedEvent, PreparedEvent>,
  { seal, isFree }: Replacing,
) {
  for (const [arrived, event] of placed) {
    delete arrived.freed // of an attempt that was taken back
    if (!event.signed || event.kind !== 'convert') continue
    const { customer, contentMark, id } = event
    const waiting = await transaction.ask<Row>(UNSIGNED_WAITING, [customer, contentMark.key, transaction.nowMs])
    for (const row of waiting) {
      const told = isFree(row) ? openPayload(row, seal) : undefined
      if (told === undefined) continue
      await removeOne(transaction, row.seq, 'duplicate')
      const signed = placed.get(arrived) ?? event
      const body = mergeOrders(toOrder(seal.open(signed.payload, id)), toOrder(told))
      const payload = seal.seal(JSON.stringify(body), id)
      placed.set(arrived, { ...signed, payload })
      const freed: NonNullable<PreparedEvent['freed']> = arrived.freed ?? { waiting: 0, waitingBytes: 0 }
      const grown = payload.length - signed.payload.length
      arrived.freed = { waiting: freed.waiting + 1, waitingBytes: freed.waitingBytes + row.bytes - grown }
    }
  }
}

const toOrder = (text: string): Conversion => JSON.parse(text) // `enqueueAll` wrote it, of this kind

const UNSIGNED_WAITING = `
  SELECT event.seq, id, bytes, payload FROM events AS event JOIN payloads ON payloads.seq = event.seq
  WHERE customer = ?1 AND mark = ?2 AND signed = 0 AND state IN ('ready', 'behind') AND leased_until <= ?3`
