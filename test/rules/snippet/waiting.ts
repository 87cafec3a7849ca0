/** Events for the tests of the outbox, and events of an earlier page. */
import type { Waiting } from './page.js'

export const at = 1_800_000_000_000
export const hour = 3_600_000
export const minute = 60_000

const email = 'ada@example.com'

export const order = (id: string, cart_data?: Record<string, unknown>): Waiting => ({
  id,
  kind: 'convert',
  at,
  raw: { passed: [{ email, cart_data: cart_data ?? { note: id } }] },
})

export const signUp = (id: string): Waiting => ({
  id,
  kind: 'addToList',
  list: 'newsletter',
  at,
  raw: { passed: [{ email, note: id }] },
})

/** Stores an event as an earlier page does, long enough ago that its own request has ended. */
export const keep = (id: string, event: object = {}) =>
  localStorage.setItem(`ringup:event:${id}`, JSON.stringify({ v: 3, ...order(id), at: at - minute, ...event }))
