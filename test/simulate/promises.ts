/**
 * What must hold in every round, whatever happened in it. Each promise reads the history and says what has broken it.
 *
 * It knows nothing of how the code works: only what pages were told, what the proxy has acknowledged and logged, and what
 * has changed at the API.
 */
import type { Happening } from './history.js'
import { checkConsent } from './promises/consent.js'
import { checkKept } from './promises/kept.js'
import { checkOrder, isDelivered } from './promises/order.js'
import type { Round } from './round.js'
import { NEWCOMER } from './round.js'

export interface Broken {
  promise: string
  /** What of: an event, a page, a line. */
  what: string
}

const PROMISES: Record<string, (round: Round) => string[]> = {
  'what was acknowledged or queued has an effect or a recorded end': checkKept,
  'nothing has two effects': checkOnce,
  'nothing is sent or kept against consent': checkConsent,
  'what one customer did goes in order': checkOrder,
  'nobody waits for a stranger': checkNewcomer,
  'no order makes room for a sign-up': checkRoom,
  'only the proxy refuses': checkRefused,
  '“accepted” is said of what the proxy has': checkAccepted,
  'a call settles in 10 s': checkSettled,
  'no e-mail is in the log': ({ history }) =>
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
 * A change of the API's data counts. An older sign-up that comes late has lost its name, and changes nothing.
 *
 * Not promised: the API acted, its answer was lost or could not be written before the proxy ended, and another order of the same
 * customer went before the retry. Then both are asked again, in their order, and the later one stands.
 */
function checkOnce({ history }: Round): string[] {
  const first = new Map<string, number>()
  return history.flatMap(({ what, thing = '', customer }, place) => {
    if (what !== 'effect' || thing.startsWith('sign-up  ')) return []
    const from = first.get(thing)
    first.set(thing, place)
    if (from === undefined) return []
    const between = history.slice(from, place)
    const isTold = (happening: Happening) => isDelivered(happening) && happening.id === history[from]?.id
    const isUnwritten = ({ note, id }: Happening) => note === 'queue_failed' && id === history[from]?.id
    // Killed within the transaction that was to write it, a proxy logs nothing.
    const isKilled = history.slice(0, place).some(({ note = '' }) => note.includes('"kind":"killed"'))
    const isLost = !between.some(isTold) || between.some(isUnwritten) || isKilled
    const hasOther = between.some((other) => isEffect(other) && other.customer === customer && other.thing !== thing)
    return isLost && hasOther ? [] : [thing]
  })
}

const isEffect = ({ what }: Happening) => what === 'effect'

/** What a page says without asking the proxy. */
const OWN_REASONS = ['outbox_full', 'too_large', 'expired', 'denied', 'order_number']

/** A filter's or web server's 422 ends nothing: that needs the proxy's own. */
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

/** All is well but for poison: what comes now is at the API within a minute and a half. */
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

/** Fewer orders than this always fit. */
const MAX_HELD = 10

function checkRoom({ history }: Round): string[] {
  const orders = history.filter(({ what, kind }) => what === 'call' && kind === 'convert')
  const out = history.filter(({ kind, reason }) => kind === 'convert' && reason === 'outbox_full')
  return orders.length < MAX_HELD ? out.map(({ id }) => `order ${id}`) : []
}

const SETTLED_MS = 10_100

/** Checks the promises of pages that stay, and are not frozen. */
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
