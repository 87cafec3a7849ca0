/** Promise: a stopping service ends within ten seconds, whatever its database and the API do. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Line } from '../../../src/proxy/log/line.js'
import type { OpenQueue } from '../../../src/proxy/queue/index.js'
import { openQueue } from '../../../src/proxy/queue/open.js'
import { createSeal } from '../../../src/proxy/seal.js'
import { createService, type Timers } from '../../../src/proxy/service.js'
import { toUsualBounds } from '../../support/bounds.js'
import { createSettings, newOrder, ORIGIN } from '../../support/proxy.js'

const never = () => new Promise<never>(() => {})
/** Commits with the next microtask, because the clock stands still. */
const defer = (run: () => void) => {
  queueMicrotask(run)
  return () => {}
}
const TIMERS: Timers = {
  defer(run, waitMs) {
    const timer = setTimeout(run, waitMs)
    return () => clearTimeout(timer)
  },
  every: () => () => {},
  ...{ pollMs: 60_000, historyMs: 60_000, watchMs: 60_000 },
}

let engine: OpenQueue
let logged: Line[]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  logged = []
  const queue = { database: ':memory:', seal: createSeal([]), most: toUsualBounds(), log: () => {}, defer }
  engine = await openQueue(queue)
})
afterEach(async () => {
  vi.useRealTimers()
  await engine.close()
})

const create = (queue: OpenQueue, callApi = never) =>
  createService({
    store: { open: async () => queue },
    callApi,
    timers: TIMERS,
    files: { served: [] },
    settings: createSettings(),
    log: (line) => logged.push(line),
  })

/** @returns whether the service has stopped after so long */
async function stopFor(service: Awaited<ReturnType<typeof create>>, ms: number) {
  let isStopped = false
  void service.stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(ms)
  return isStopped
}

const send = (service: Awaited<ReturnType<typeof create>>) => {
  const body = JSON.stringify(newOrder())
  return service.handle(
    new Request('http://proxy.example/ringup', { method: 'POST', headers: { origin: ORIGIN }, body }),
  )
}

test.each<[what: string, hanging: Partial<OpenQueue>]>([
  ['reads the operators’ acts', { takeActs: never }],
  ['writes figures', { record: never, count: never }],
  ['closes', { close: never }],
  ['claims', { claim: never, nextInMs: never }],
  ['does anything', { takeActs: never, record: never, count: never, close: never, claim: never, sweep: never }],
])('ends within 10 s when the database hangs as it %s', async (_what, hanging) => {
  const service = await create({ ...engine, ...hanging })
  service.start()
  expect(await stopFor(service, 9_500)).toBe(true)
})

test('ends within 10 s when the API and the database hang', async () => {
  const service = await create({ ...engine, takeActs: never, close: never })
  service.start()
  await engine.accept({
    id: crypto.randomUUID(),
    kind: 'convert',
    ageMs: 0,
    signed: true,
    body: { email: 'a@example.com' },
  })
  service.forwarder.wake()
  await vi.advanceTimersByTimeAsync(10)
  expect(await stopFor(service, 9_500)).toBe(true)
})

test('ends at once if nothing hangs', async () => {
  const service = await create({ ...engine, close: async () => {} })
  service.start()
  expect(await stopFor(service, 100)).toBe(true)
})

test('refuses events while it stops', async () => {
  const service = await create({ ...engine, close: never })
  void service.stop()
  const answer = send(service)
  await vi.advanceTimersByTimeAsync(1_000)
  expect((await answer).status).toBe(503)
})

test('stops its timers', async () => {
  const service = await create({ ...engine, close: async () => {} })
  service.start()
  await stopFor(service, 100)
  expect(vi.getTimerCount()).toBe(0)
})
