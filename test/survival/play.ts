/** Plays a case and judges it from outside, by the orders that the API has received. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Servers, startServers } from '../support/storefront-servers.js'
import type { Browser, Engine, Tab } from './engines/engine.js'
import { type Case, until } from './round.js'

export interface Figures {
  rounds: number
  orders: number
  /** Orders that are missing at the API. */
  lost: number
  /** Requests beyond the expected number: one for an order, zero if consent is denied. */
  doubled: number
  /** Orders that pages have sent more than once, for a case that limits them. */
  repeated?: number
}

/** The time after which a missing order counts as lost. Longer than the snippet's pause between attempts, also on a slow machine. */
const ARRIVAL_MS = 150_000

/** @throws Error if a round could not be played */
export async function play(engine: Engine, one: Case, rounds: number): Promise<Figures & { version: string }> {
  const servers = await startServers()
  const browser = await engine.start(servers.storefront)
  try {
    const judge = createJudge(servers)
    for (let round = 1; round <= rounds; round += 1) await playRound(engine, one, servers, browser, judge)
    const { orders, lost, requests } = await judge.count()
    const expected = one.isRefused ? 0 : orders - lost
    const repeated = one.mostRepeated === undefined ? {} : { repeated: countRepeated(servers.storefront) }
    return { rounds, orders, lost, doubled: requests - expected, ...repeated, version: browser.version }
  } finally {
    await browser.stop()
    await servers.stop()
  }
}

/** Counts events whose id has reached the gate more than once. */
function countRepeated({ arrivals }: Servers['storefront']): number {
  const ids = arrivals().map(({ id }) => id)
  return new Set(ids.filter((id, index) => ids.indexOf(id) !== index)).size
}

type Judge = ReturnType<typeof createJudge>

async function playRound(engine: Engine, one: Case, { storefront }: Servers, browser: Browser, judge: Judge) {
  const tabs: Tab[] = []
  const profile = await mkdtemp(join(tmpdir(), 'ringup-profile-'))
  const { newOrder, arrival } = judge.newRound()
  const open = async (path = '/') => {
    const tab = await browser.open(path)
    tabs.push(tab)
    return tab
  }
  const { goOffline, goOnline } = browser
  await one.play({ engine, shop: storefront, open, goOffline, goOnline, profile, newOrder, arrival })
  for (const tab of tabs) await tab.close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
}

function createJudge({ storefront, api }: Servers) {
  const numbers: string[] = []
  const lost = new Set<string>()
  const readNumbers = async () => (await api.conversions()).map(({ order_number: number }) => number ?? '')
  const isMissing = async (expected: string[]) => {
    const arrived = new Set(await readNumbers())
    return expected.filter((number) => !arrived.has(number))
  }
  return {
    newRound() {
      const ofRound: string[] = []
      return {
        async newOrder() {
          const order = await storefront.newOrder()
          numbers.push(order.cart_data.order_number)
          ofRound.push(order.cart_data.order_number)
          return order
        },
        async arrival() {
          const isThere = async () => (await isMissing(ofRound)).length === 0
          await until(isThere, 'lost', ARRIVAL_MS).catch(() => {})
          for (const number of await isMissing(ofRound)) lost.add(number)
        },
      }
    },
    async count() {
      // The proxy forwards the oldest first, so all earlier events reach the API before this last one.
      const last = await storefront.newOrder()
      await sendItself(storefront.url, last)
      await until(
        async () => (await isMissing([last.cart_data.order_number])).length === 0,
        'The last order is missing.',
      )
      const requests = (await readNumbers()).filter((number) => numbers.includes(number) && !lost.has(number))
      return { orders: numbers.length, lost: lost.size, requests: requests.length }
    },
  }
}

/** Sends an event as the snippet does. */
async function sendItself(url: string, body: object): Promise<void> {
  const event = { v: 3, id: crypto.randomUUID(), kind: 'convert', age: 0, raw: { passed: [body] } }
  const headers = { origin: url, 'content-type': 'text/plain;charset=UTF-8' }
  const { status } = await fetch(`${url}/ringup`, { method: 'POST', headers, body: JSON.stringify(event) })
  if (status !== 202) throw new Error(`The proxy answers ${status}.`)
}
