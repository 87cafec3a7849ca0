/** The plan of a round: a list of steps, made from a seed. Steps are independent, so any of them can be left out. */
import type { Trouble } from './api.js'
import type { StorageTrouble } from './browser.js'
import type { DiskTrouble } from './disk.js'
import { FAULTS, type Fault, STATUSES } from './network.js'
import { createRandom, type Random } from './random.js'

export type Act =
  // shoppers
  | { do: 'open'; browser: number }
  | {
      do: 'buy'
      browser: number
      tab: number
      customer: number
      order: number
      leaves: boolean
      session: 'there' | 'late' | 'never'
    }
  | { do: 'sign up'; browser: number; tab: number; customer: number; list: string; name: number; isLong: boolean }
  | { do: 'decide'; browser: number; tab: number; consent: 'granted' | 'denied' }
  // other reports of the shop
  | { do: 'webhook'; browser: number; customer: number; order: number; agoMs: number }
  | { do: 'report no address'; order: number }
  /** A stranger in another network orders for a customer of his own. */
  | { do: 'order from elsewhere' }
  /** Strangers send many orders. The API does not answer to them, or refuses them. */
  | { do: 'flood'; networks: number; each: number; trouble: Trouble | 'none' }
  // tabs
  | { do: 'leave' | 'crash' | 'hide' | 'show' | 'thaw' | 'freeze' | 'flush'; browser: number; tab: number }
  // browsers
  | { do: 'go offline' | 'refuse copies'; browser: number; forMs: number }
  | { do: 'break storage'; browser: number; trouble: StorageTrouble; forMs: number }
  | { do: 'clear storage' | 'kill browser'; browser: number }
  | { do: 'use up keepalive'; forMs: number }
  // all devices
  | { do: 'set clock'; of: number | 'proxy'; jumpMs: number }
  | { do: 'weather'; link: 'page' | 'api'; fault: Fault; share: number; status?: number; forMs: number }
  // the proxy
  | { do: 'kill proxy' | 'stop proxy'; forMs: number }
  | { do: 'break disk'; trouble: DiskTrouble; forMs: number }
  // the API
  | { do: 'trouble api'; trouble: Trouble; forMs: number }
  | { do: 'poison'; customer: string; trouble: Trouble }
  | { do: 'lose list'; list: string; forMs: number }

export type Step = Act & { atMs: number }

export interface Plan {
  seed: number
  settings: { consent: 'required' | 'not-required' }
  steps: Step[]
}

export const BROWSERS = 3
/** Each browser has an address of its own. */
export const toAddress = (browser: number) => `203.0.113.${browser}`
export const toEmail = (browser: number, customer: number) => `c${customer}@browser${browser}.example`

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const JUMPS_MS = [-2 * HOUR_MS, -4 * MINUTE_MS, 4 * MINUTE_MS, HOUR_MS, 25 * HOUR_MS, 80 * HOUR_MS]
const TROUBLES: Trouble[] = [
  ...[400, 401, 403, 405, 408, 410, 413, 422, 429, 500, 501, 503].map((status) => ({ status })),
  ...[429, 503].map((status) => ({ status, retryAfter: 30 })),
  ...[200, 302, 404].map((status) => ({ status, isPage: true })),
]

/** The values for steps. Many rounds have only one browser or one customer, so that their events interact. */
interface Draw extends Random {
  browser(): number
  tab(): { browser: number; tab: number }
  customer(): number
  ms(): number
  /** One of a few orders, so that many are reported twice. */
  order(): number
  /** The earlier steps. */
  count: number
}

/** The weight of each kind of step, and a function that makes it. */
const ACTS: [weight: number, make: (draw: Draw) => Act][] = [
  [12, toBuy],
  [7, toSignUp],
  [4, toWebhook],
  [2, (draw) => ({ do: 'report no address', order: draw.order() })],
  [1, () => ({ do: 'order from elsewhere' })],
  [0.3, toFlood],
  [3, (draw) => ({ do: 'open', browser: draw.browser() })],
  [2, (draw) => ({ do: 'decide', ...draw.tab(), consent: draw.chance(0.7) ? 'granted' : 'denied' })],
  [2, (draw) => ({ do: 'leave', ...draw.tab() })],
  [5, (draw) => ({ do: draw.pick(['crash', 'hide', 'show', 'freeze', 'thaw', 'flush']), ...draw.tab() })],
  [2, (draw) => ({ do: draw.pick(['go offline', 'refuse copies']), browser: draw.browser(), forMs: draw.ms() })],
  [2, toBrokenStorage],
  [2, (draw) => ({ do: draw.pick(['clear storage', 'kill browser', 'kill browser']), browser: draw.browser() })],
  [1, (draw) => ({ do: 'use up keepalive', forMs: draw.ms() })],
  [2, (draw) => ({ do: 'set clock', of: draw.pick([draw.browser(), 'proxy'] as const), jumpMs: draw.pick(JUMPS_MS) })],
  [6, (draw) => toWeather('page', draw)],
  [3, (draw) => ({ ...toWeather('page', draw), fault: 'wrong status', status: draw.pick(STATUSES) })],
  [4, (draw) => toWeather('api', draw)],
  [3, (draw) => ({ do: draw.pick(['kill proxy', 'stop proxy']), forMs: draw.ms() })],
  [2, toBrokenDisk],
  [3, (draw) => ({ do: 'trouble api', trouble: draw.pick(TROUBLES), forMs: draw.ms() })],
  [1, (draw) => ({ do: 'poison', customer: toEmail(draw.browser(), 1), trouble: draw.pick(TROUBLES) })],
  [1, (draw) => ({ do: 'lose list', list: draw.pick(['42', '43']), forMs: draw.ms() })],
]
/** The steps of a round without any fault, except for strangers' events. */
const CALM_ACTS: typeof ACTS = [
  [4, toBuy],
  [2, toSignUp],
  [2, toWebhook],
  [4, () => ({ do: 'order from elsewhere' })],
  [2, toFlood],
]
export const isCalm = ({ steps }: Plan) => steps.every((step) => CALM.includes(step.do))
const CALM = ['buy', 'sign up', 'webhook', 'order from elsewhere', 'flood', 'decide']

export function createPlan(seed: number): Plan {
  const draw = createDraw(createRandom(seed))
  const consent = draw.chance(0.3) ? 'required' : 'not-required'
  const acts = draw.chance(0.1) ? CALM_ACTS : ACTS
  const steps: Step[] = consent === 'required' ? toDecisions(draw) : []
  let atMs = 0
  for (draw.count = 0; draw.count < draw.length; draw.count += 1) {
    steps.push({ atMs, ...toAct(draw, acts) })
    atMs += Math.round(draw.next() ** 4 * 2 * MINUTE_MS) // most steps follow soon after another, some much later
  }
  return { seed, settings: { consent }, steps }
}

function createDraw(random: Random): Draw & { length: number } {
  const { whole, next } = random
  const length = whole(4, 24)
  const lastBrowser = random.pick([0, 0, 1, BROWSERS - 1])
  const lastCustomer = random.pick([0, 1])
  const browser = () => whole(0, lastBrowser)
  const tab = () => ({ browser: browser(), tab: whole(0, 2) })
  const ms = () => Math.round(next() ** 2 * 6 * MINUTE_MS) + 50
  const draw = { ...random, length, count: 0, browser, tab, ms, customer: () => whole(0, lastCustomer) }
  return Object.assign(draw, { order: () => whole(1, 2 + (draw.count >> 1)) })
}

/** Most shoppers grant consent, a little late. */
function toDecisions(draw: Draw): Step[] {
  const browsers = Array.from({ length: BROWSERS }, (_none, browser) => browser).filter(() => draw.chance(0.7))
  return browsers.map((browser) => ({ atMs: 0, do: 'decide', browser, tab: 0, consent: 'granted' }))
}

function toAct(draw: Draw, acts: typeof ACTS): Act {
  let left = draw.next() * acts.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, make] of acts) {
    left -= weight
    if (left <= 0) return make(draw)
  }
  return toBuy(draw)
}

function toBuy(draw: Draw): Act {
  const session = draw.pick(['there', 'there', 'there', 'there', 'late', 'never'] as const)
  const customer = draw.customer()
  return { do: 'buy', ...draw.tab(), customer, order: draw.order(), leaves: draw.chance(0.4), session }
}

function toWebhook(draw: Draw): Act {
  const agoMs = draw.pick([0, 0, 90_000, 10 * MINUTE_MS])
  return { do: 'webhook', browser: draw.browser(), customer: draw.customer(), order: draw.order(), agoMs }
}

/** Fewer than fifty networks, which a flood needs to fill the queue. */
const FLOODING = 40

function toFlood(draw: Draw): Act {
  const trouble = draw.pick<Trouble | 'none'>([
    { status: 0, isHanging: true },
    { status: 503 },
    { status: 422 },
    'none',
  ])
  return { do: 'flood', networks: draw.pick([1, 3, FLOODING]), each: draw.pick([1, 5, 24]), trouble }
}

/** `gone` is a list that the proxy no longer has. */
const LISTS = ['newsletter', 'newsletter', 'newsletter', 'everything', 'gone']

function toSignUp(draw: Draw): Act {
  const { count: name } = draw
  const list = draw.pick(LISTS)
  return { do: 'sign up', ...draw.tab(), customer: draw.customer(), name, list, isLong: draw.chance(0.2) }
}

function toBrokenStorage(draw: Draw): Act {
  const trouble = draw.pick(['refused', 'full', 'failing'] as const)
  return { do: 'break storage', browser: draw.browser(), trouble, forMs: draw.ms() }
}

function toBrokenDisk(draw: Draw): Act {
  const trouble: DiskTrouble = { kind: draw.pick(['full', 'broken', 'killed']), statements: draw.whole(0, 12) }
  return { do: 'break disk', trouble, forMs: draw.ms() }
}

function toWeather(link: 'page' | 'api', draw: Draw): Extract<Act, { do: 'weather' }> {
  return { do: 'weather', link, fault: draw.pick(FAULTS), share: draw.pick([0.3, 0.7, 1]), forMs: draw.ms() }
}
