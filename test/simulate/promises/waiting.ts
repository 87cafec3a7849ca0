/** Promises about time: who waits for whom, for how long, and when an event ends without the API. */
import type { Conversion } from '../../../src/contract/conversion.js'
import { type Happening, toNames } from '../history.js'
import { isCalm, type Plan } from '../plan.js'
import { NEWCOMER, type Round } from '../round.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * The longest wait of a calm order. Strangers' requests may occupy all places for 10 s. The first event of each of their networks is calm
 * too. If such events fail, the API seems away, and each of them costs a request of up to 10 s and a pause of up to 15 s.
 */
const toBoundMs = ({ steps }: Plan) => {
  const floods = steps.flatMap((step) => (step.do === 'flood' && step.trouble !== 'none' ? step : []))
  return MINUTE_MS + floods.reduce((sum, { networks }) => sum + networks, 0) * 25_000
}

/** All faults except poison have ended, or there were none. A new customer's order is accepted and reaches the API soon. */
export function checkCalm(round: Round): string[] {
  const times = [
    ...readCalmTimes(round),
    ...readTimes(round, ({ what, customer }) => what === 'call' && customer === NEWCOMER),
  ]
  return times.filter((ms) => ms > toBoundMs(round.plan)).map((ms) => `a new customer’s order took ${ms / 1000} s`)
}

/** The times of the orders from elsewhere in a round without other faults. */
export const readCalmTimes = (round: Round): number[] =>
  isCalm(round.plan)
    ? readTimes(round, ({ what, customer = '' }) => what === 'arrived' && customer.endsWith('@elsewhere.example'))
    : []

function readTimes({ history }: Round, isNew: (happening: Happening) => boolean): number[] {
  return history.filter(isNew).map(({ customer, atMs }) => {
    const effect = history.find((happening) => happening.what === 'effect' && happening.customer === customer)
    return (effect?.atMs ?? Number.POSITIVE_INFINITY) - atMs
  })
}

/** The API answers again. No event waits for a reason of the API as a whole any more, except those that it never answers. */
export function checkAway({ later, poisoned, history }: Round): string[] {
  const customers = new Map(history.flatMap(({ what, id, customer }) => (what === 'arrived' ? [[id, customer]] : [])))
  return later
    .filter(({ id, reason = '' }) => TROUBLES.includes(reason) && !poisoned.includes(customers.get(id) ?? ''))
    .map(({ id, reason }) => `event ${id} still waits: ${reason}`)
}

const TROUBLES = ['unreachable', 'busy', 'credentials', 'address']

const MAX_AGE_MS = { convert: 72 * HOUR_MS, addToList: 7 * 24 * HOUR_MS }
const DOUBT_MS = 10 * MINUTE_MS

export function checkExpired({ history }: Round): string[] {
  const isDoubt = ({ what, note = '' }: Happening) =>
    what === 'proxy gone' || note.startsWith('{"do":"set clock","of":"proxy"')
  return history.flatMap(({ what, note, reason, id, atMs, kind }) => {
    if (what !== 'log' || note !== 'dead_letter' || reason !== 'expired') return []
    const isDoubted = history.some((each) => isDoubt(each) && each.atMs <= atMs && each.atMs > atMs - DOUBT_MS)
    const arrived = history.find((each) => each.what === 'arrived' && each.id === id)
    const claimedMs = (arrived?.occurredMs ?? 0) + MAX_AGE_MS[kind === 'addToList' ? 'addToList' : 'convert']
    return isDoubted ? [`event ${id} expired`] : claimedMs > 0 ? [] : [`event ${id} was young`]
  })
}

export function checkReports({ history, refused }: Round): string[] {
  const toNumbers = ({ what, kind, thing = '', signed }: Happening) => {
    if (what !== 'acknowledged' || kind !== 'convert' || !signed) return []
    return toNames(Number(/^order A-(\d+) of/.exec(thing)?.[1]))
  }
  const accepted = new Set<string | undefined>(history.flatMap(toNumbers))
  const numbers = refused.map(
    ({ body }) => (body as Pick<Conversion, 'cart_data'> | undefined)?.cart_data?.order_number,
  )
  return numbers.filter((number) => accepted.has(number)).map((number) => `a report of ${number}`)
}
