/**
 * Dead letters: events that are not sent again, unless the operator replays them. They go after 14 days, or when there are too
 * many: first those that nobody vouched for, whatever their reason, and last what the API has answered. Of each reason that
 * anybody can bring about there is a fifth of all at most. What goes is counted and logged.
 */
import { changeEvent, FREE } from './events.js'
import { forget } from './gone.js'
import { DAY_MS, isAnswer, toTries } from './rules.js'
import { sum } from './totals.js'
import type { Bounds, EventRow, Move, Moving, Reason, Size } from './types.js'

const DEAD_LETTERS_KEPT_MS = 14 * DAY_MS
/** Enough of the first to make room for what has come in one transaction. */
const DROPPED_AT_ONCE = 200
/** Deleted in one transaction: some milliseconds. */
const EXPIRED_AT_ONCE = 100
/** The part of all dead letters that one reason may have, unsigned. */
const SHARE_OF_REASON = 0.2

interface Answer {
  status?: number | undefined
  /** How the API's answer begins, sealed. */
  text?: Buffer | null
}

/** Makes it a dead letter. */
export async function die(moving: Moving, event: EventRow, reason: Reason, { status, text = null }: Answer = {}) {
  const asked = isAnswer(reason)
  await changeEvent(moving, event, {
    state: 'dead',
    reason,
    due: moving.nowMs,
    planned: null,
    alone: 0,
    ...FREE,
    attempts: event.attempts + Number(asked),
    status: status ?? event.status,
    bytes: event.bytes + (text?.length ?? 0),
    tries: asked ? toTries(event.tries, moving.nowMs, reason, status) : event.tries,
  })
  if (text) await moving.ask('UPDATE payloads SET answer = ?1 WHERE seq = ?2', [text, event.seq])
}

/** The same, where the log has not been told yet. */
export async function dieUnasked(moving: Moving, event: EventRow, reason: Reason) {
  await die(moving, event, reason)
  moving.tell({ event: 'dead_letter', id: event.id, kind: event.kind, reason })
}

/** When there are too many, some go, each with what it is known by: else it could never come again. */
export async function dropTooMany(moving: Moving, most: Bounds) {
  const readDead = async () => (await moving.totals()).filter(({ state }) => state === 'dead')
  const dead = await readDead()
  for (const reason of new Set(dead.flatMap(({ signed, reason }) => (signed ? [] : reason || [])))) {
    const limits = toLimits(most, SHARE_OF_REASON)
    await drop(moving, `reason = '${reason}' AND signed = 0`, sum(dead, { reason, signed: 0 }), limits)
  }
  await drop(moving, 'TRUE', sum(await readDead()), toLimits(most))
}

const toLimits = (most: Bounds, part = 1): Size => ({
  events: Math.ceil(most.dead * part),
  bytes: Math.ceil(most.deadBytes * part),
})

/** A hundredth more than needed goes at once, so that not every new one means looking for an old one. */
const toAim = (limit: number) => (limit >= 100 ? limit * 0.99 : limit)

async function drop(moving: Moving, which: string, { events, bytes }: Size, limits: Size) {
  if (events <= limits.events && bytes <= limits.bytes) return
  let left = { events, bytes }
  for (const letter of await moving.ask<EventRow>(toOldest(which), [DROPPED_AT_ONCE])) {
    if (left.events <= toAim(limits.events) && left.bytes <= toAim(limits.bytes)) return
    if (!(await forget(moving, letter, "state = 'dead'"))) continue
    left = { events: left.events - 1, bytes: left.bytes - letter.bytes }
    tellDropped(moving, letter)
  }
}

const toOldest = (which: string) => `
  SELECT * FROM events WHERE state = 'dead' AND ${which}
  ORDER BY signed, CASE WHEN reason IN ('refused', 'no_session') THEN 1 ELSE 0 END, due, seq LIMIT ?1`

/** Notes that a dead letter was dropped: nothing else of it is left. */
export function tellDropped(moving: Moving, letter: Pick<EventRow, 'id' | 'kind' | 'signed' | 'reason'>) {
  const { id, kind, signed, reason } = letter
  moving.count(1, { state: 'dropped', kind, signed, reason, bytes: 0 })
  moving.tell({ event: 'dead_letter_dropped', id, kind, ...(reason && { reason }) })
}

/** Some of those past their time. @returns whether there may be more */
export function expireDeadLetters(move: Move): Promise<boolean> {
  return move('ack', async (moving) => {
    const letters = await moving.ask<EventRow>(OLD, [moving.nowMs - DEAD_LETTERS_KEPT_MS, EXPIRED_AT_ONCE])
    for (const letter of letters) await forget(moving, letter, "state = 'dead'")
    return letters.length === EXPIRED_AT_ONCE
  })
}

const OLD = "SELECT * FROM events WHERE state = 'dead' AND due <= ?1 ORDER BY due, seq LIMIT ?2"
