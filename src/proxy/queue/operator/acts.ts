/** Acts of operators: written with what they change, and taken by the proxy for its log. */
import type { Ask, Store } from '../store/index.js'
import { dropNulls } from '../store/rows.js'
import type { Reason } from '../types.js'

export interface Act {
  act: 'send' | 'replay' | 'drop' | 'erase' | 'complete' | 'adopt' | 'reveal'
  id?: string
  reason?: Reason
  /** How many events it changed. */
  count: number
}

export async function writeAct(ask: Ask, { act, id, reason, count }: Act) {
  const sql = 'INSERT INTO acts (act, event, reason, events) VALUES (?1, ?2, ?3, ?4)'
  await ask(sql, [act, id ?? null, reason ?? null, count])
}

export async function takeActs(store: Store): Promise<Act[]> {
  const some = await store.read(({ ask }) => ask('SELECT seq FROM acts LIMIT 1')) // without a transaction
  if (some.length === 0) return []
  const sql = 'DELETE FROM acts RETURNING seq, act, event AS id, reason, events AS count'
  const rows = await store.transaction('ack', ({ ask }) => ask<Row>(sql))
  return rows
    .sort((a, b) => a.seq - b.seq)
    .map(({ act, count, id, reason }) => ({ act, count, ...dropNulls({ id, reason }) }))
}

interface Row extends Pick<Act, 'act' | 'count'> {
  seq: number
  id: string | null
  reason: Reason | null
}
