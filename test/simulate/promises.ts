/**
 * The promises that every round must keep. Each promise reads the history and returns the events that broke it.
 *
 * The promises do not depend on the implementation. They use the outcomes on pages, the proxy's answers and log, and the API's changes.
 */
import type { Happening } from './history.js'
import { checkConsent } from './promises/consent.js'
import { checkKept } from './promises/kept.js'
import { checkLines, isDelivered, WRITTEN_MS } from './promises/lines.js'
import { checkAway, checkCalm, checkExpired, checkReports } from './promises/waiting.js'
import type { Round } from './round.js'

export interface Broken {
  promise: string
  /** The subject: an event, a page or a line. */
  what: string
}

const PROMISES: Record<string, (round: Round) => string[]> = {
  'an acknowledged or queued event has an effect, or is kept with its reason': checkKept,
  'no event has two effects': checkOnce,
  'no event is sent or stored against consent': checkConsent,
  'one event of a line is sent at a time, the oldest due first, until a later one overtakes it': checkLines,
  'an event reaches the API as it arrived': checkUnchanged,
  'strangers do not stop a shopper': checkCalm,
  'events wait for the API only while it is away': checkAway,
  'no event expires while the clock may be wrong': checkExpired,
  'a refused report ends when a signed event of its number is accepted': checkReports,
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
 * Counts changes of the API's data.
 *
 * Not promised: the API acted, its answer was lost or not stored before the proxy ended, and another event of this customer was sent
 * before the retry. Also not: another order of the customer was sent between an order and its twin, of which one is signed. Two names
 * of an order are one within 72 h, by the proxy's clock.
 */
function checkOnce({ history }: Round): string[] {
  const first = new Map<string, number>()
  const signed = new Set(history.flatMap((each) => (each.signed ? [each.id] : [])))
  return history.flatMap(({ what, thing = '', customer }, place) => {
    if (what !== 'effect') return []
    const from = first.get(thing)
    first.set(thing, place)
    if (from === undefined) return []
    const between = history.slice(from, place)
    // A commit takes some milliseconds, and the end of the proxy may come before it.
    const isStored = ({ atMs }: Happening) =>
      !between.some((other) => other.what === 'proxy gone' && other.atMs >= atMs && other.atMs < atMs + WRITTEN_MS)
    const isRecorded = (happening: Happening) =>
      isDelivered(happening) && happening.id === history[from]?.id && isStored(happening)
    const isUnwritten = ({ note, id }: Happening) => note === 'queue_failed' && id === history[from]?.id
    // A proxy that is killed within the transaction does not log the end.
    const isKilled = history.slice(0, place).some(({ note = '' }) => note.includes('"kind":"killed"'))
    const isLost = !between.some(isRecorded) || between.some(isUnwritten) || isKilled
    const hasOther = between.some((other) => isEffect(other) && other.customer === customer && other.thing !== thing)
    const ids = [history[from]?.id, history[place]?.id]
    const isTwin = ids[0] !== ids[1] && ids.some((id) => signed.has(id))
    const isFar = isTwin && between.some(({ note }) => note === A_LONG_JUMP)
    return ((isLost || isTwin) && hasOther) || isFar ? [] : [thing]
  })
}

/** The proxy's clock is set ahead by 80 h. */
const A_LONG_JUMP = '{"do":"set clock","of":"proxy","jumpMs":288000000}'

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

/** Nothing is merged. */
function checkUnchanged({ history }: Round): string[] {
  const things = new Map(history.flatMap(({ what, id, thing }) => (what === 'arrived' ? [[id, thing] as const] : [])))
  const changed = history.filter(({ what, id, thing }) => what === 'asked' && things.get(id) !== thing)
  return changed.map(({ id, thing }) => `${things.get(id)} became ${thing}`)
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
