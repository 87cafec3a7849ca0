/** What became of an order is said with what could not be read of it: money is never missing in silence. */
import { expect, test } from 'vitest'
import { PROBLEMS } from '../../../../src/normalise/problems.js'
import { toAnswer } from '../../../../src/proxy/operate/sentences.js'
import { toTime } from '../../../../src/proxy/operate/words.js'
import type { Listed, Trace } from '../../../../src/proxy/queue/index.js'

const event = { receivedMs: 1, problems: [{ field: 'cart_data.cart_value', code: 'not_cents' }] } as Listed
const { sentence } = PROBLEMS.not_cents

test.each<[string, Trace, string]>([
  [
    'while it waits',
    { state: 'waiting', event },
    `Taken ${toTime(1)}, waiting. It is due, and goes as soon as the API takes events. Part of it could not be read. cart_data.cart_value: ${sentence}`,
  ],
  [
    'when it was delivered',
    { state: 'delivered', takenMs: 1, atMs: 2, problems: ['not_cents', 'a_new_code'] },
    `Taken ${toTime(1)}, delivered ${toTime(2)}. Part of it could not be read (not_cents, a_new_code).`,
  ],
  [
    'not when all could be read',
    { state: 'delivered', takenMs: 1, atMs: 2 },
    `Taken ${toTime(1)}, delivered ${toTime(2)}.`,
  ],
])('%s', (_when, trace, answer) => {
  expect(toAnswer(trace, 3)).toBe(answer)
})
