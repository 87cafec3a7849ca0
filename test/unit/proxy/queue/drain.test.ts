/** Promise: a full queue empties at the pace of the API. Its memory does not grow with waiting or ended events. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ApiRequest } from '../../../../src/proxy/forward/api.js'
import { createForwarder } from '../../../../src/proxy/forward/scheduler.js'
import type { IncomingEvent, Queue } from '../../../../src/proxy/queue/index.js'
import { openQueue } from '../../../../src/proxy/queue/open.js'
import { createSeal } from '../../../../src/proxy/seal.js'
import { toUsualBounds } from '../../../support/bounds.js'
import { toRounds } from '../../../support/long.js'
import { createSettings, newFolder } from '../../../support/proxy.js'

const EVENTS = toRounds(2_000, 50_000)
const MIB = 1024 * 1024
/** A third of the bodies. Each event has 1.5 kB of them. */
const SLACK_BYTES = toRounds(2.5, 25) * MIB

let folder: { path: string; remove: () => void }
let queue: Queue
const open = (name = 'ringup.db') =>
  openQueue({
    database: join(folder.path, name),
    seal: createSeal([Buffer.alloc(32, 1)]),
    most: toUsualBounds({ queueEvents: 2 * EVENTS }), // events that arrived during the count count twice for a second
    log: () => {},
  })
beforeEach(async () => {
  folder = newFolder()
  queue = await open()
})
afterEach(async () => {
  await queue.close()
  folder.remove()
})

/** Some belong to one customer, and are sent one after another. */
function order(number: number): IncomingEvent {
  const email = number % 500 === 0 ? 'shop@example.com' : `${number}@example.com`
  const cart_items = [{ product_id: 'A', description: 'x'.repeat(1_500) }]
  const times = { ageMs: 0 }
  const body = { email, cart_data: { order_number: `${number}` }, cart_items }
  return { id: randomUUID(), kind: 'convert', signed: true, ...times, body }
}

const ANSWER = { status: 200, contentType: 'application/json', retryAfter: undefined, text: '{}' }

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

function readBytesInUse(): number {
  collect() // otherwise unfinished work would count
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test(`${EVENTS} events pass, each once, in constant memory`, async () => {
  for (let first = 0; first < EVENTS; first += 1_000) {
    await Promise.all(Array.from({ length: 1_000 }, (_, number) => queue.accept(order(first + number))))
  }
  await queue.close()
  queue = await open()
  const inUse: number[] = []
  let sent = 0
  const callApi = async ({ headers }: ApiRequest) => {
    if (headers['idempotency-key'] === undefined) return ANSWER // the neutral question
    if (sent % (EVENTS / 10) === 0) inUse.push(readBytesInUse())
    sent += 1
    return ANSWER
  }
  const forwarder = createForwarder({ settings: createSettings(), queue, callApi, log: () => {} })
  forwarder.wake()
  await expect.poll(async () => (await queue.count()).waiting, { interval: 100 }).toBe(0)
  await forwarder.stop()
  expect(sent).toBe(EVENTS)
  const [first = 0] = inUse
  expect(Math.max(...inUse) - first).toBeLessThan(SLACK_BYTES)
})

test('the next event is found as fast with 3,000 events of one customer', async () => {
  const few = await open('few.db')
  const fill = (into: Queue, count: number) =>
    Promise.all(Array.from({ length: count }, (_, number) => into.accept(order(number * 500))))
  await Promise.all([fill(few, 20), fill(queue, 3_000)])
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] }
  for (let turn = 0; turn < 50; turn += 1) {
    times.few.push(await toTurnMs(few))
    times.many.push(await toTurnMs(queue))
  }
  await few.close()
  // Takes medians in turns, so other work of the machine affects both alike. Claims that read all events took dozens of
  // times as long.
  expect(toMedian(times.many)).toBeLessThan(5 * toMedian(times.few))
})

const toMedian = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function toTurnMs(asked: Queue): Promise<number> {
  const from = performance.now()
  const { events } = await asked.claim(1)
  await asked.nextInMs()
  await asked.ack(events[0]?.id ?? '', { as: 'retry', reason: 'busy', waitMs: 0 })
  return performance.now() - from
}
