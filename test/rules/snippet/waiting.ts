/** An event for the tests of the outbox, and the time of their clock. */
import type { Waiting } from './page.js'

export const at = 1_800_000_000_000
export const minute = 60_000

export const order = (id: string): Waiting => ({
  id,
  kind: 'convert',
  at,
  raw: { passed: [{ email: 'ada@example.com', cart_data: { note: id } }] },
})
