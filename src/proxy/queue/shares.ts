/**
 * Who has how much of the queue. Anybody can send an event that nobody vouched for, so all of those together have three quarters
 * of it, and a signed one always finds room. Anybody can make up a customer, too: orders without a session have a quarter of these
 * three. Beyond it the one that was asked for most often becomes a dead letter before its time.
 */
import type { Settings } from '../settings.js'
import { type Dying, dieUnasked } from './dead-letters.js'
import { arrange } from './line.js'
import { sum } from './totals.js'
import { type Bounds, type Claim, type Moving, type PreparedEvent, QueueFullError, type Total } from './types.js'

const UNSIGNED = 0.75
const SESSIONLESS = UNSIGNED * 0.25
/** So many more than needed go at once, since looking for them takes a while. */
const STEP = 0.002

interface Size {
  events: number
  bytes: number
}

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

/** @returns what takes in one event after the other, or throws QueueFullError */
export function createRoom(totals: Total[], most: Bounds) {
  const all = sum(totals, { state: 'waiting' })
  const unsigned = sum(totals, { state: 'waiting', signed: 0 })
  const add = (size: Size, bytes: number) => ({ events: size.events + 1, bytes: size.bytes + bytes })
  return {
    /** Duplicates are refused as well, or a full queue would tell which events it knows. */
    take({ signed, payload }: PreparedEvent) {
      const sizes = { all: add(all, payload.length), unsigned: add(unsigned, signed ? 0 : payload.length) }
      if (!fits(sizes.all, toShare(most, 1))) throw new QueueFullError()
      if (!signed && !fits(sizes.unsigned, toShare(most, UNSIGNED))) throw new QueueFullError()
      Object.assign(all, sizes.all)
      if (!signed) Object.assign(unsigned, sizes.unsigned)
    },
  }
}

const ofSessionless = (totals: Total[]) => sum(totals, { state: 'waiting', reason: 'no_session', signed: 0 })

export async function hasTooManySessionless(moving: Moving, most: Bounds) {
  return !fits(ofSessionless(await moving.totals()), toShare(most, SESSIONLESS))
}

/** Makes dead letters of what is too much. @param claims what is under way here stays */
export async function limitSessionless(moving: Moving, most: Bounds, claims: Map<string, Claim>) {
  const left = ofSessionless(await moving.totals())
  const share = toShare(most, SESSIONLESS)
  const aim = { ...share, events: share.events - Math.floor(most.waiting * STEP) }
  for (const order of await moving.ask<Dying & { customer: string; line: string }>(OLDEST, [moving.nowMs, AT_ONCE])) {
    if (fits(left, aim)) return
    if (claims.has(order.id)) continue
    await moving.lock(order.customer)
    const [still] = await moving.ask('SELECT seq FROM events WHERE seq = ?1 AND leased_until <= ?2 AND state = ?3', [
      order.seq,
      moving.nowMs,
      order.state,
    ])
    if (!still) continue
    await dieUnasked(moving, order, 'no_session')
    await arrange(moving, order.line)
    left.events -= 1
    left.bytes -= order.bytes
  }
}

const AT_ONCE = 500

const OLDEST = `
  SELECT id, seq, kind, customer, line, state, signed, reason, bytes, tries FROM events
  WHERE state IN ('ready', 'behind') AND reason = 'no_session' AND signed = 0 AND replayed = 0 AND leased_until <= ?1
  ORDER BY misses DESC, received, seq LIMIT ?2`
