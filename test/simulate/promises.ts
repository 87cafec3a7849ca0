/**
 * The promises that every round must keep. Each promise reads the history and returns the events that broke it.
 *
 * The promises do not depend on the implementation. They use the outcomes on pages, the proxy's answers and log, and the API's changes.
 */
import type { Happening } from './history.js'
import { checkConsent } from './promises/consent.js'
import { checkKept } from './promises/kept.js'
import { checkOrder, isDelivered } from './promises/order.js'
import type { Round } from './round.js'
import { NEWCOMER } from './round.js'

export interface Broken {
  promise: string
  /** The subject: an event, a page or a line. */
  what: string
}

const PROMISES: Record<string, (round: Round) => string[]> = {
  'an acknowledged or queued event has an effect or a recorded end': checkKept,
  'no event has two effects': checkOnce,
  'no event is sent or stored against consent': checkConsent,
  'events of one customer are sent in order': checkOrder,
  'a customer does not wait for another customer': checkNewcomer,
  'a sign-up does not push out an order': checkRoom,
  'only the proxy refuses': checkRefused,
  'an accepted event is at the proxy': checkAccepted,
  'a call settles in 10 s': checkSettled,
  'the log does not contain an e-mail address': ({ history }) =>
    history
      .filter(isLog)
      .map(toText)
      .filter((text) => text.includes('@')),
}

export function judge(round: Round): Broken[] {
  return Object.entries(PROMISES).flatMap(([promise, check]) => check(round).map((what) => ({ promise, what })))
}

const isLog = ({ what }: Happening) => what === 'log'
const toText = (happening: Happening) => JSON.stringify(happening)

/**
 * Counts changes of the API's data. A late older sign-up is sent without its name, so it does not change any data.
 *
 * Not promised: the API acted, its answer was lost or not stored before the proxy ended, and another order of this customer was sent
 * before the retry. Then both orders are sent again in their order, and the later one remains.
 */
function checkOnce({ history }: Round): string[] {
  const first = new Map<string, number>()
  return history.flatMap(({ what, thing = '', customer }, place) => {
    if (what !== 'effect' || thing.startsWith('sign-up  ')) return []
    const from = first.get(thing)
    first.set(thing, place)
    if (from === undefined) return []
    const between = history.slice(from, place)
    const isRecorded = (happening: Happening) => isDelivered(happening) && happening.id === history[from]?.id
    const isUnwritten = ({ note, id }: Happening) => note === 'queue_failed' && id === history[from]?.id
    // A proxy that is killed within the transaction does not log the end.
    const isKilled = history.slice(0, place).some(({ note = '' }) => note.includes('"kind":"killed"'))
    const isLost = !between.some(isRecorded) || between.some(isUnwritten) || isKilled
    const hasOther = between.some((other) => isEffect(other) && other.customer === customer && other.thing !== thing)
    return isLost && hasOther ? [] : [thing]
  })
}

const isEffect = ({ what }: Happening) => what === 'effect'

/** The reasons that a page gives without asking the proxy. */
const OWN_REASONS = ['outbox_full', 'too_large', 'expired', 'denied', 'order_number']

/** Only the proxy's own 422 ends an event. A 422 of a filter or web server does not. */
function checkRefused({ history }: Round): string[] {
  const isFinal = ({ what, status }: Happening) => what === 'refused' && Number(status) < 500
  const refused = new Set(history.filter(isFinal).map(({ id }) => id))
  const isStrange = ({ what, status, reason = '', id }: Happening) =>
    (what === 'outcome' || what === 'announced') &&
    (status === 'rejected' || status === 'dropped') &&
    !OWN_REASONS.includes(reason) &&
    !refused.has(id)
  return history.filter(isStrange).map(({ id, reason }) => `event ${id} ended by ${reason}`)
}

const NEWCOMER_MS = 90_000

/** All faults except poison have ended. A new order reaches the API within a minute and a half. */
function checkNewcomer({ history }: Round): string[] {
  const call = history.find(({ what, customer }) => what === 'call' && customer === NEWCOMER)
  const effect = history.find(({ what, customer }) => what === 'effect' && customer === NEWCOMER)
  if (call && effect && effect.atMs - call.atMs <= NEWCOMER_MS) return []
  return [`a newcomer’s order took ${call && effect ? `${(effect.atMs - call.atMs) / 1000} s` : 'for ever'}`]
}

function checkAccepted({ history }: Round): string[] {
  const has = new Set<string | undefined>()
  return history.flatMap(({ what, id, status }) => {
    if (what === 'acknowledged') has.add(id)
    const isSaid = (what === 'outcome' || what === 'announced') && status === 'accepted'
    return isSaid && !has.has(id) ? [`event ${id}`] : []
  })
}

/** An outbox always has room for this many orders. */
const MAX_HELD = 10

function checkRoom({ history }: Round): string[] {
  const orders = history.filter(({ what, kind }) => what === 'call' && kind === 'convert')
  const out = history.filter(({ kind, reason }) => kind === 'convert' && reason === 'outbox_full')
  return orders.length < MAX_HELD ? out.map(({ id }) => `order ${id}`) : []
}

const SETTLED_MS = 10_100

/** Checks the calls of pages that stay open and are not frozen. */
function checkSettled({ history }: Round): string[] {
  const frozen = history.some(({ note = '' }) => note.includes('"freeze"'))
  const gone = new Set(history.flatMap(({ what, tab }) => (what === 'page gone' ? [tab] : [])))
  const calls = history.filter(({ what, tab }) => what === 'call' && !gone.has(tab))
  const isLate = (call: Happening) => {
    const isOf = ({ what, tab, thing }: Happening) => what === 'outcome' && tab === call.tab && thing === call.thing
    const outcome = history.slice(history.indexOf(call)).find(isOf)
    return !outcome || outcome.atMs - call.atMs > SETTLED_MS
  }
  return frozen ? [] : calls.filter(isLate).map(({ thing = '', tab }) => `${thing} in tab ${tab}`)
}
