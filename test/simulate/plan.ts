/** What happens in a round: a list of steps, made of a seed. Each stands alone, so that any of them may be left out. */
import type { Trouble } from './api.js'
import type { StorageTrouble } from './browser.js'
import type { DiskTrouble } from './disk.js'
import { FAULTS, type Fault } from './network.js'
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
  // tabs
  | { do: 'leave' | 'crash' | 'hide' | 'show' | 'thaw' | 'freeze' | 'flush'; browser: number; tab: number }
  // browsers
  | { do: 'go offline' | 'refuse copies'; browser: number; forMs: number }
  | { do: 'break storage'; browser: number; trouble: StorageTrouble; forMs: number }
  | { do: 'clear storage' | 'kill browser'; browser: number }
  | { do: 'use up keepalive'; forMs: number }
  // everybody
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
  settings: { consent: 'required' | 'not-required'; persist: 'local' | 'none' }
  steps: Step[]
}

export const BROWSERS = 3
const CUSTOMERS = 2
export const toEmail = (browser: number, customer: number) => `c${customer}@browser${browser}.example`

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const JUMPS_MS = [-2 * HOUR_MS, -4 * MINUTE_MS, 4 * MINUTE_MS, HOUR_MS, 25 * HOUR_MS, 80 * HOUR_MS]
const TROUBLES: Trouble[] = [
  ...[400, 401, 403, 405, 408, 410, 413, 422, 429, 500, 501, 503].map((status) => ({ status })),
  ...[429, 503].map((status) => ({ status, retryAfter: 30 })),
  ...[200, 302, 404].map((status) => ({ status, isPage: true })),
]

/** How often each is drawn, relative to the others, and how it is made. */
const ACTS: [weight: number, make: (random: Random, count: number) => Act][] = [
  [12, (random, count) => toBuy(random, count)],
  [6, (random, count) => toSignUp(random, count)],
  [4, ({ whole }) => ({ do: 'open', browser: whole(0, BROWSERS - 1) })],
  [2, (random) => ({ do: 'decide', ...toTab(random), consent: random.chance(0.7) ? 'granted' : 'denied' })],
  [2, (random) => ({ do: 'leave', ...toTab(random) })],
  [5, (random) => ({ do: random.pick(['crash', 'hide', 'show', 'freeze', 'thaw', 'flush']), ...toTab(random) })],
  [
    2,
    (random) => ({ do: random.pick(['go offline', 'refuse copies']), browser: toBrowser(random), forMs: toMs(random) }),
  ],
  [
    2,
    (random) => ({
      do: 'break storage',
      browser: toBrowser(random),
      trouble: random.pick(['refused', 'full', 'failing']),
      forMs: toMs(random),
    }),
  ],
  [1, (random) => ({ do: random.pick(['clear storage', 'kill browser', 'kill browser']), browser: toBrowser(random) })],
  [1, (random) => ({ do: 'use up keepalive', forMs: toMs(random) })],
  [1, (random) => ({ do: 'set clock', of: random.pick([0, 1, 2, 'proxy']), jumpMs: random.pick(JUMPS_MS) })],
  [6, (random) => toWeather('page', random)],
  [4, (random) => toWeather('api', random)],
  [3, (random) => ({ do: random.pick(['kill proxy', 'stop proxy']), forMs: toMs(random) })],
  [
    2,
    (random) => ({
      do: 'break disk',
      trouble: { kind: random.pick(['full', 'broken', 'killed']), statements: random.whole(0, 12) },
      forMs: toMs(random),
    }),
  ],
  [3, (random) => ({ do: 'trouble api', trouble: random.pick(TROUBLES), forMs: toMs(random) })],
  [1, (random) => ({ do: 'poison', customer: toEmail(toBrowser(random), 1), trouble: random.pick(TROUBLES) })],
  [1, (random) => ({ do: 'lose list', list: random.pick(['42', '43']), forMs: toMs(random) })],
]
const WEIGHTS = ACTS.reduce((sum, [weight]) => sum + weight, 0)

export function createPlan(seed: number): Plan {
  const random = createRandom(seed)
  const consent = random.chance(0.3) ? 'required' : 'not-required'
  const persist = random.chance(0.05) ? 'none' : 'local'
  const steps: Step[] = consent === 'required' ? toDecisions(random) : []
  let atMs = 0
  for (let count = random.whole(4, 24); count > 0; count -= 1) {
    steps.push({ atMs, ...toAct(random, steps.length) })
    atMs += Math.round(random.next() ** 4 * 2 * MINUTE_MS) // most come soon after another, some much later
  }
  return { seed, settings: { consent, persist }, steps }
}

/** Most shoppers say yes, and a little late. */
function toDecisions(random: Random): Step[] {
  const browsers = Array.from({ length: BROWSERS }, (_none, browser) => browser).filter(() => random.chance(0.7))
  return browsers.map((browser) => ({ atMs: 0, do: 'decide', browser, tab: 0, consent: 'granted' }))
}

function toAct(random: Random, count: number): Act {
  let left = random.next() * WEIGHTS
  for (const [weight, make] of ACTS) {
    left -= weight
    if (left <= 0) return make(random, count)
  }
  return toBuy(random, count)
}

/** `gone` is a list that the proxy has no more. */
const LISTS = ['newsletter', 'newsletter', 'newsletter', 'everything', 'gone']

/** Of few orders, so that many are reported twice. */
const toBuy = (random: Random, count: number): Act => ({
  ...{
    do: 'buy',
    ...toTab(random),
    customer: random.whole(0, CUSTOMERS - 1),
    order: random.whole(1, 2 + (count >> 2)),
  },
  leaves: random.chance(0.4),
  session: random.pick(['there', 'there', 'there', 'there', 'late', 'never']),
})

const toSignUp = (random: Random, count: number): Act => ({
  ...{ do: 'sign up', ...toTab(random), customer: random.whole(0, CUSTOMERS - 1), name: count },
  ...{ list: random.pick(LISTS), isLong: random.chance(0.1) },
})

const toWeather = (link: 'page' | 'api', random: Random): Act => ({
  ...{ do: 'weather', link, fault: random.pick(FAULTS), share: random.pick([0.3, 0.7, 1]), forMs: toMs(random) },
})

const toBrowser = ({ whole }: Random) => whole(0, BROWSERS - 1)
const toTab = (random: Random) => ({ browser: toBrowser(random), tab: random.whole(0, 2) })
const toMs = (random: Random) => Math.round(random.next() ** 2 * 3 * MINUTE_MS) + 50
