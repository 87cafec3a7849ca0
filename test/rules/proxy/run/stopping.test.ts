/** Promise: a stopping proxy ends within ten seconds, whatever its database and the API do. It refuses new events. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deferByTimer } from '../../../../src/proxy/forward/scheduler.js'
import type { OpenQueue } from '../../../../src/proxy/queue/index.js'
import { openQueue } from '../../../../src/proxy/queue/open.js'
import { createSeal } from '../../../../src/proxy/seal.js'
import { createService, type Service } from '../../../../src/proxy/service.js'
import { createSettings, newOrder, ORIGIN } from '../../../support/proxy.js'

const never = () => new Promise<never>(() => {})
/** Commits with the next microtask, because the clock does not move. */
const defer = (run: () => void) => {
  queueMicrotask(run)
  return () => {}
}

let queue: OpenQueue
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  queue = await openQueue({ database: ':memory:', seal: createSeal([Buffer.alloc(32)]), log: () => {}, defer })
})
afterEach(async () => {
  vi.useRealTimers()
  await queue.close()
})

async function start(hanging: Partial<OpenQueue> = {}) {
  const service = await createService({
    store: { open: async () => ({ ...queue, close: async () => {}, ...hanging }) },
    callApi: never,
    defer: deferByTimer,
    pollMs: 60_000,
    files: { served: [] },
    settings: createSettings(),
    log: () => {},
  })
  service.start()
  return service
}

function send({ handle }: Service) {
  const body = JSON.stringify(newOrder())
  return handle(new Request('http://proxy.example/ringup', { method: 'POST', headers: { origin: ORIGIN }, body }))
}

/** @returns whether the service has stopped after so long */
async function stopFor(service: Service, ms: number) {
  const onStopped = vi.fn<() => void>()
  void service.stop().then(onStopped)
  await vi.advanceTimersByTimeAsync(ms)
  return onStopped.mock.calls.length > 0
}

test.each<[what: string, hanging: Partial<OpenQueue>]>([
  ['wakes events', { wake: never }],
  ['closes', { close: never }],
  ['claims', { claim: never }],
  ['does anything', { wake: never, count: never, close: never, claim: never, sweep: never }],
])('ends within 10 s when the database hangs as it %s', async (_what, hanging) => {
  expect(await stopFor(await start(hanging), 9_500)).toBe(true)
})

test('ends within 10 s when the API and the database hang', async () => {
  const service = await start({ close: never })
  const answer = send(service)
  await vi.advanceTimersByTimeAsync(10)
  expect((await answer).status).toBe(202)
  expect(await stopFor(service, 9_500)).toBe(true)
})

test('ends immediately if nothing hangs, without a timer', async () => {
  expect(await stopFor(await start(), 100)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('refuses events while it stops', async () => {
  const service = await start({ close: never })
  void service.stop()
  const answer = send(service)
  await vi.advanceTimersByTimeAsync(1_000)
  expect((await answer).status).toBe(503)
})
