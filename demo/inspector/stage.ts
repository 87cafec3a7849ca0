/** Tells where an event is, and what became of an order, from what page, proxy and API say. Pure. */
import type { Reason } from '../../src/proxy/queue/index.js'
import type { ConvertEntry, Session } from '../reference-api/records.js'
import { isTaken, type Journey } from './event-log.js'
import { readEvent } from './read-event.js'

/** The stations of the path, in its direction, and the ends beside it. */
export type Stage = 'page' | 'outbox' | 'proxy' | 'queue' | 'asking' | 'api' | 'dead' | 'refused' | 'duplicate'

/** An event in the proxy's database. */
export interface InQueue {
  id: string
  state: 'waiting' | 'dead'
  reason?: Reason | undefined
  attempts: number
}

/** @param queue what the proxy's database has; read after the journey, which may have gone on since */
export function toStage(journey: Journey, queue: InQueue[]): Stage {
  const queued = queue.find(({ id }) => id === journey.id)
  if (queued?.state === 'dead') return 'dead'
  const { requests, calls, asked, outbox, outcomes } = journey
  if (findTaken(journey)) return 'api'
  if (asked > requests.length) return 'asking'
  if (queued) return 'queue'
  if (isTaken(journey)) return requests.length > 0 || isFresh(journey) ? 'queue' : 'duplicate'
  if (outcomes.some(({ status }) => status === 'duplicate')) return 'duplicate'
  if (outcomes.some(({ status }) => !['queued', 'held'].includes(status))) return 'refused'
  const last = calls.at(-1)
  if (last && !last.answer) return 'proxy'
  return outbox ? 'outbox' : 'page'
}

/** The request by which the API took it, and said so. */
export const findTaken = ({ requests }: Pick<Journey, 'requests'>) =>
  requests.find(({ status, cut }) => status >= 200 && status < 300 && !cut)

/** What has just been answered may be missing from a reading of the queue that is older. */
const FRESH_MS = 1_500
const isFresh = ({ calls }: Journey) => calls.some(({ answer }) => answer && Date.now() - answer.at < FRESH_MS)

/** An order as the shop has it, as the API must have it. */
export interface Placed {
  number: string
  expected: unknown
  /** A page has shown it to the customer, and has been left. */
  shown: boolean
}

export interface Reconciliation {
  placed: number
  /** Orders in effect at the API, with every amount right. */
  arrived: number
  /** Events that are not there yet, by where they wait. */
  waiting: { page: number; browser: number; proxy: number }
  /** Kept by proxy or page as never to be sent again, with a reason. */
  refused: number
  /** Orders at the API that differ from the shop's. */
  wrong: string[]
  /** Reported by a page, and nowhere now. */
  lost: string[]
  /** Orders in effect more than once. */
  doubled: string[]
}

interface Readings {
  /** All four read in this order, that of the path: an event goes on meanwhile, and never back, so none slips through. */
  placed: Placed[]
  journeys: Journey[]
  queue: InQueue[]
  api: { conversions: ConvertEntry[]; sessions: Session[] }
}

export function toReconciliation({ placed, journeys, queue, api }: Readings): Reconciliation {
  const waiting = { page: 0, browser: 0, proxy: 0 }
  const reconciliation: Reconciliation = {
    placed: placed.length,
    arrived: 0,
    waiting,
    refused: 0,
    wrong: [],
    lost: [],
    doubled: [],
  }
  for (const { number, expected, shown } of placed) {
    const count = api.conversions.filter((each) => each.session !== null && each.order_number === number).length
    if (count > 1) reconciliation.doubled.push(number)
    if (count > 0) {
      const session = api.sessions.find(({ cart }) => cart?.order_number === number)
      if (session && isEqual(toConverted(session), expected)) reconciliation.arrived += 1
      else reconciliation.wrong.push(number)
      continue
    }
    const stages = journeys.filter((each) => toOrderNumber(each) === number).map((each) => toStage(each, queue))
    const station = STATIONS.find(([at]) => stages.some((stage) => at.includes(stage)))?.[1]
    if (station === 'refused') reconciliation.refused += 1
    else if (station) waiting[station] += 1
    else if (stages.length > 0 || shown) reconciliation.lost.push(number)
    else waiting.page += 1
  }
  return reconciliation
}

/** `api` and `duplicate` are none: the API has been asked, and it has not got the order. */
const STATIONS: [Stage[], 'browser' | 'proxy' | 'refused'][] = [
  [['queue', 'asking'], 'proxy'],
  [['outbox', 'proxy', 'page'], 'browser'],
  [['dead', 'refused'], 'refused'],
]

/** The event's own order number, or that of the page it comes from. */
export function toOrderNumber({ calls, order }: Journey): string | undefined {
  return Object(Object(readEvent(calls[0]?.envelope)).cart_data).order_number ?? order
}

/** A session in the form of what the shop expects: see `toExpected` of its orders. */
export const toConverted = ({ email, cart, cart_items: items }: Pick<Session, 'email' | 'cart' | 'cart_items'>) => ({
  email,
  order_number: cart?.order_number,
  cart_value: cart?.cart_value,
  items: items.map((item) => [item.product_id, item.price, item.item_qty, item.qty_price]),
})

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
