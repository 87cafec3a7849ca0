/** The faults. They happen one after another, for random seconds. */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Trouble } from '../support/troubled-api.js'
import type { Clock } from './clock.js'
import type { Shop } from './shop.js'

interface Fault {
  name: string
  /** It may strike only at the beginning. */
  endsProxy?: true
  /** Every shop, without it. */
  canMeet?(shop: Shop): boolean
  bring(shop: Shop): unknown
  mend(shop: Shop): unknown
}

const start = ({ engine }: Shop) => engine.proxy.start()

const ofApi = (name: string, trouble: Trouble): Fault => ({
  name,
  bring: (shop) => shop.beInTrouble(trouble),
  mend: (shop) => shop.beInTrouble('none'),
})

const FAULTS: Fault[] = [
  { name: 'proxy killed', endsProxy: true, bring: ({ engine }) => engine.proxy.kill(), mend: start },
  { name: 'proxy stopped', endsProxy: true, bring: ({ engine }) => engine.proxy.terminate(), mend: start },
  { name: 'API away', bring: ({ api }) => api.goAway(), mend: ({ api }) => api.comeBack() },
  ofApi('API answers 500', { status: 500 }),
  ofApi('API answers 503', { status: 503, headers: { 'retry-after': '2' } }),
  ofApi('API answers 401', { status: 401 }),
  ofApi('API resets', 'reset before the request is read'),
  ofApi('API acts and resets', 'reset after the API has acted'),
  ofApi('half an answer of the API', 'half an answer'),
  {
    name: 'database server killed',
    canMeet: ({ engine }) => engine.server !== undefined,
    bring: ({ engine }) => engine.server?.kill(),
    mend: ({ engine }) => engine.server?.start(),
  },
  {
    name: 'answers to pages lost',
    bring: ({ site }) => site.timeOutAnswers(),
    mend: ({ site }) => site.bringProxyBack(),
  },
  {
    name: 'browser offline',
    bring: ({ shopper }) => shopper.goOffline(true),
    mend: ({ shopper }) => shopper.goOffline(false),
  },
]

export async function meetFaults(shop: Shop, clock: Clock): Promise<void> {
  const canMeet = FAULTS.filter((fault) => fault.canMeet?.(shop) ?? true)
  while (!clock.isOver()) {
    await sleep(randomInt(2_000, 12_000))
    const now = canMeet.filter(({ endsProxy = false }) => endsProxy === clock.isBeginning())
    const fault = now[randomInt(now.length)]
    if (!fault) continue
    await fault.bring(shop)
    shop.met.set(fault.name, (shop.met.get(fault.name) ?? 0) + 1)
    await sleep(randomInt(500, 8_000))
    await fault.mend(shop)
  }
}
