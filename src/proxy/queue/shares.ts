/**
 * Who has how much of the queue. Anybody can send an event that nobody vouched for, so all of those together have three quarters
 * of it, and a signed one always finds room. Anybody can make up a customer, too: orders without a session have a quarter of these
 * three. Beyond it the one that was asked for most often becomes a dead letter before its time.
 */
import type { Settings } from '../settings.js'
import { dieUnasked } from './dead-letters.js'
import { arrange } from './line.js'
import { sum } from './totals.js'
import type { Bounds, Claim, EventRow, Moving, PreparedEvent, Size, Total } from './types.js'

/** The part that is free to whoever nobody vouches for: of the queue, and of the events a minute. */
export const UNSIGNED = 0.75
const SESSIONLESS = UNSIGNED * 0.25
/** The share of the queue that goes at once beyond what is needed, since looking for it takes a while. */
const STEP = 0.002

const toShare = (most: Bounds, part: number): Size => ({
  events: Math.max(1, Math.floor(most.waiting * part)),
  bytes: most.waitingBytes * part,
})
const fits = (size: Size, share: Size) => size.events <= share.events && size.bytes <= share.bytes

export const toBounds = (settings: Settings): Bounds => ({
  waiting: settings.queueEvents,
  waitingBytes: settings.queueBytes,
  dead: settings.deadLetters,
  deadBytes: settings.deadLetterBytes,
  addToList: settings.dailySignUps,
  convert: settings.dailyConversions,
})

/** @returns what takes in one event after the other, and says whether it had room */
export function createRoom(totals: Total[], most: Bounds) {
  const shares = [
    { size: sum(totals, { state: 'waiting' }), share: toShare(most, 1), takesSigned: true },
    { size: sum(totals, { state: 'waiting', signed: 0 }), share: toShare(most, UNSIGNED), takesSigned: false },
  ]
  /** Duplicates are refused as well, or a full queue would tell which events it knows. */
  return function take({ signed, sealed }: PreparedEvent): boolean {
    const add = ({ events, bytes }: Size) => ({ events: events + 1, bytes: bytes + sealed.payload.length })
    const own = shares.filter(({ takesSigned }) => takesSigned || !signed)
    if (!own.every(({ size, share }) => fits(add(size), share))) return false
    for (const each of own) each.size = add(each.size)
    return true
  }
}

const ofSessionless = (totals: Total[]) => sum(totals, { state: 'waiting', reason: 'no_session', signed: 0 })

/** Makes dead letters of what is too much. @param claims what is under way here stays */
export async function limitSessionless(moving: Moving, most: Bounds, claims: Map<string, Claim>) {
  const left = ofSessionless(await moving.totals())
  const share = toShare(most, SESSIONLESS)
  if (fits(left, share)) return
  const aim = { ...share, events: share.events - Math.floor(most.waiting * STEP) }
  for (const order of await moving.ask<EventRow>(OLDEST, [moving.nowMs, AT_ONCE])) {
    if (fits(left, aim)) return
    if (claims.has(order.id)) continue
    await moving.lock(order.customer)
    const [still] = await moving.ask<EventRow>(STILL, [order.seq, moving.nowMs, order.state])
    if (!still) continue
    await dieUnasked(moving, still, 'no_session')
    await arrange(moving, order.line)
    left.events -= 1
    left.bytes -= order.bytes
  }
}

const AT_ONCE = 500

const OLDEST = `
  SELECT * FROM events
  WHERE state IN ('ready', 'behind') AND reason = 'no_session' AND signed = 0 AND replayed = 0 AND leased_until <= ?1
  ORDER BY misses DESC, received, seq LIMIT ?2`

const STILL = 'SELECT * FROM events WHERE seq = ?1 AND leased_until <= ?2 AND state = ?3'
