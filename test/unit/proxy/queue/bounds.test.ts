/** What leaves the queue by another way makes room when it is counted again. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUsage } from '../../../../src/proxy/queue/bounds.js'
import { QueueFullError } from '../../../../src/proxy/queue/index.js'
import type { Store, Transaction } from '../../../../src/proxy/queue/store/index.js'
import { toUsualBounds } from '../../../support/bounds.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

test.each([
  [false, 1_000],
  [true, 60_000],
])('alone: %s, it is counted again after %i ms', async (isAlone, againMs) => {
  let waiting = 1
  const rows = () => [
    { state: 'waiting', kind: 'convert', reason: null, events: waiting, bytes: 10, oldest: 0, latest: 1 },
  ]
  const transaction = {
    nowMs: 0,
    ask: async (sql: string) => (/dropped/.test(sql) ? [] : rows()),
  } as Partial<Transaction>
  const read: Store['read'] = (run) => run(transaction as Transaction)
  const usage = createUsage(toUsualBounds({ waiting: 1 }), { isAlone, read } as Store)
  await usage.refresh()
  expect(() => usage.reserve(1)).toThrow(QueueFullError)

  waiting = 0 // an operator has dropped it
  vi.advanceTimersByTime(againMs - 1)
  await usage.refresh()
  expect(() => usage.reserve(1)).toThrow(QueueFullError)
  vi.advanceTimersByTime(1)
  await usage.refresh() // counts, and takes what comes meanwhile by the old figure
  await expect.poll(() => usage.reserve(1)).toBeTypeOf('function')
})
