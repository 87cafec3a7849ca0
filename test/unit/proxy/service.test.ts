/**
 * Promise: health of a running service names the trouble of each of its parts, and nothing that is not true. It ends with the trouble, and
 * no event is lost. situations.test.ts has each condition by itself.
 */
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CallApi } from '../../../src/proxy/forward/api.js'
import { deferByTimer } from '../../../src/proxy/forward/scheduler.js'
import type { ConditionName } from '../../../src/proxy/operate/conditions.js'
import { openQueue } from '../../../src/proxy/queue/open.js'
import { createSeal } from '../../../src/proxy/seal.js'
import { createService, SWEEP_MS } from '../../../src/proxy/service.js'
import { createSettings, newOrder, newSignUp, toRequest } from '../../support/proxy.js'

const MINUTE_MS = 60_000
/** Commits with the next microtask, because the clock does not move. */
const defer = (run: () => void) => {
  queueMicrotask(run)
  return () => {}
}

type Fault = 'none' | 'wrong key' | 'list gone' | 'API away' | 'disk nearly full' | 'database away' | 'wrong list'

/** Opens the service. The ledger is real; the clock and the API are not. */
async function open(settings = createSettings()) {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 23, 10) })
  let fault: Fault = 'none'
  const callApi: CallApi = async ({ url }) => {
    const isUnknownList = fault === 'list gone' && url.includes('/lists/')
    const status = fault === 'API away' ? 503 : fault === 'wrong key' ? 401 : isUnknownList ? 404 : 200
    return { status, contentType: 'application/json', retryAfter: undefined, text: '{}' }
  }
  const write =
    <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> =>
      fault === 'database away' ? Promise.reject(new Error('disk I/O error')) : call(...given)
  const service = await createService({
    store: {
      async open(log) {
        const queue = await openQueue({ database: ':memory:', seal: createSeal(settings.keys), log, defer })
        return { ...queue, accept: write(queue.accept), settle: write(queue.settle) }
      },
      isDiskLow: async () => fault === 'disk nearly full',
    },
    ...{ callApi, defer: deferByTimer, pollMs: MINUTE_MS, files: { served: [] }, settings, log: () => {} },
  })
  service.start()
  const sweeping = setInterval(service.sweep, SWEEP_MS)
  onTestFinished(async () => {
    clearInterval(sweeping)
    vi.useRealTimers()
    await service.stop()
  })
  /** Events that browsers keep until the proxy accepts them. */
  let kept: object[] = []
  return {
    be(next: Fault) {
      fault = next
    },
    /** Lets time pass in a shop with an order and a sign-up a minute. */
    async pass(minutes: number) {
      for (let minute = 0; minute < minutes; minute += 1) {
        const signUp = fault === 'wrong list' ? newSignUp({}, { list: 'other' }) : newSignUp()
        const events = [...kept, newOrder({ cart_items: [{ product_id: 'CUP' }] }), signUp]
        const answers = events.map(async (event) => ({
          event,
          status: (await service.handle(toRequest(event))).status,
        }))
        await vi.advanceTimersByTimeAsync(MINUTE_MS)
        kept = (await Promise.all(answers)).flatMap(({ event, status }) => (status === 503 ? [event] : []))
      }
    },
    readNames: async () => (await service.readHealth()).conditions.map(({ name }) => name).sort(),
    count: async () => ({ ...(await service.operator.count()), kept: kept.length }),
  }
}

test.each<[fault: Fault, names: ConditionName[]]>([
  ['none', []],
  ['wrong key', ['credentials']],
  ['list gone', ['unknown_list']],
  ['API away', ['away']],
  ['disk nearly full', ['disk']],
  ['database away', ['database', 'refusals']],
  ['wrong list', ['refusals']],
])('%s for 4 min: health has %j, and two hours later nothing', async (fault, names) => {
  const shop = await open()
  await shop.pass(15)
  shop.be(fault)
  await shop.pass(4)
  const during = await shop.readNames()
  shop.be('none')
  await shop.pass(120)
  expect([during, await shop.readNames()]).toEqual([names, []])
  expect(await shop.count()).toMatchObject({ waiting: 0, dead: 0, kept: 0 })
})
