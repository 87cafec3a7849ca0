/** Events for the tests of the outbox, and those an earlier page has left. */
import type { WaitingEvent } from '../../../src/snippet/event.js'

export const at = 1_800_000_000_000
export const hour = 3_600_000
export const minute = 60_000

export const order = (id: string, cart_data?: Record<string, string>): WaitingEvent => ({
  id,
  kind: 'convert',
  at,
  body: { email: 'ada@example.com', ...(cart_data && { cart_data }) } as WaitingEvent['body'], // whatever a test keeps there
})

export const signUp = (id: string): WaitingEvent => ({
  id,
  kind: 'addToList',
  list: 'newsletter',
  at,
  body: { email: 'ada@example.com' },
})

/** As an earlier page has stored it. */
export const keep = (id: string, event: object = {}) =>
  localStorage.setItem(`ringup:event:${id}`, JSON.stringify({ v: 1, ...order(id), ...event }))
