/** Promise: the sentence about an order names its unreadable fields, so a missing amount is never silent. */
import { expect, test } from 'vitest'
import { PROBLEMS } from '../../../../src/normalise/problem-texts.js'
import { toAnswer } from '../../../../src/proxy/operate/sentences.js'
import { toTime } from '../../../../src/proxy/operate/words.js'
import type { Entry } from '../../../../src/proxy/queue/index.js'

const problems = [{ field: 'cart_value', code: 'not_cents' }]
const unread = ` Part of it could not be read. cart_value: ${PROBLEMS.not_cents.sentence}`

test.each<[when: string, event: Partial<Entry>, answer: string]>([
  [
    'while it waits',
    { state: 'waiting', problems },
    `Accepted ${toTime(1)}, waiting. It is due, and is sent as soon as the API accepts events.${unread}`,
  ],
  [
    'when it was delivered',
    { state: 'delivered', endMs: 2, problems },
    `Accepted ${toTime(1)}, delivered ${toTime(2)}.${unread}`,
  ],
  ['not when all could be read', { state: 'delivered', endMs: 2 }, `Accepted ${toTime(1)}, delivered ${toTime(2)}.`],
  [
    'when the page had no e-mail address',
    { state: 'refused', reason: 'no_email' },
    `Refused ${toTime(1)}. The page gave no e-mail address.`,
  ],
])('%s', (_when, event, answer) => {
  expect(toAnswer({ receivedMs: 1, ...event } as Entry, 3)).toBe(answer)
})
