/** Promise: who asks for an order that is not known is told where else it may be. */
import { describe, expect, test } from 'vitest'
import { readMissing } from '../../../../src/proxy/operate/find.js'
import type { Trace } from '../../../../src/proxy/queue/index.js'
import type { SeenOrigin } from '../../../../src/proxy/queue/operator/hours.js'

const NOW = Date.UTC(2026, 10, 23, 3)

interface Seen {
  refused?: Record<string, number>
  origins?: SeenOrigin[]
  /** The order came, under another e-mail. */
  isKnown?: boolean
}

const createOperator = ({ refused = {}, origins = [], isKnown = false }: Seen) => ({
  find: async () => (isKnown ? [{ state: 'delivered' } as Trace] : []),
  hours: async () => Object.entries(refused).map(([code, value]) => ({ fromMs: NOW, name: `refused ${code}`, value })),
  origins: async () => origins,
})

const read = (seen: Seen, which: { id: string } | { order: string; email?: string } = { order: '1001' }) =>
  readMissing(createOperator(seen), which, NOW)

describe('an order that never came', () => {
  test('may be in the browser still', async () => {
    expect(await read({})).toEqual([expect.stringMatching(/^It never came here .* see the panel/)])
  })

  test('or in a request that was refused, by its code and origin', async () => {
    const origin = { events: 1, latestMs: NOW }
    const origins = [
      { origin: 'https://shop.example', isTaken: true, ...origin },
      { origin: 'https://www.shop.example', isTaken: false, ...origin },
    ]
    expect(await read({ refused: { origin: 1, shape: 1200, new_code: 1, no_email: 1 }, origins })).toEqual([
      expect.stringMatching(/^It never came here/),
      'It may have been in a request that was refused. In 24 hours there were:',
      expect.stringMatching(/^1,200 × shape\. The fields named are missing/),
      '1 × origin. The page’s origin is not one of RINGUP_ORIGINS.',
      '1 × new_code.',
      '1 × no_email. The event has no readable e-mail address; `problems` in its answer says why.',
      'Refused origin: https://www.shop.example, the last time 2026-11-23 03:00:00 UTC.',
    ])
  })

  test('or came under another e-mail', async () => {
    expect(await read({ isKnown: true, refused: { shape: 1 } }, { order: '1001', email: 'ada@example.com' })).toEqual([
      expect.stringMatching(/under another: search without the address\.$/),
    ])
  })
})

test('for an id, only its absence is said', async () => {
  const id = '3f0c9a52-7e55-4a43-9d0e-1f2b6c7d8e90'
  expect(await read({ refused: { shape: 1 } }, { id })).toEqual([expect.stringMatching(/^No event with this id/)])
})

test.each([
  ['1001', '1001'],
  ['#1001', "'#1001'"],
])('the number %s of an order is not an id: the command with --order is suggested', async (number, quoted) => {
  expect(await read({}, { id: number })).toEqual([
    `${number} is not the id of an event. To find an order: ringup find --order ${quoted}`,
  ])
})
