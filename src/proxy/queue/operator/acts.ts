/** What operators have done: written together with what it changed, and taken by the proxy for its log. */

import type { Ask, Store } from '../store/index.js'
import type { Reason } from '../types.js'
import type { Act } from './types.js'

export async function writeAct(ask: Ask, { act, id, reason, count }: Act) {
  const sql = 'INSERT INTO acts (act, event, reason, events) VALUES (?1, ?2, ?3, ?4)'
  await ask(sql, [act, id ?? null, reason ?? null, count])
}

export async function takeActs(store: Store): Promise<Act[]> {
  const some = await store.read(({ ask }) => ask('SELECT seq FROM acts LIMIT 1')) // keeps nobody waiting
  if (some.length === 0) return []
  const sql = 'DELETE FROM acts RETURNING seq, act, event, reason, events'
  const rows = await store.transaction('ack', ({ ask }) => ask<Row>(sql))
  return rows
    .sort((a, b) => a.seq - b.seq)
    .map(({ act, event, reason, events }) => ({
      act,
      ...(event !== null && { id: event }),
      ...(reason !== null && { reason }),
      count: events,
    }))
}

interface Row {
  seq: number
  act: Act['act']
  event: string | null
  reason: Reason | null
  events: number
}
