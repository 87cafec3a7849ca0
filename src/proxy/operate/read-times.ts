/** Reads the time of an order in a shop's book. */

const HOUR_MS = 3_600_000
/** A local time is ahead of UTC by 14 h at most, and behind it by 12 h. */
const MOST_AHEAD_MS = 14 * HOUR_MS
const MOST_BEHIND_MS = 12 * HOUR_MS

/** The first and the last possible millisecond. */
export interface Times {
  fromMs: number
  untilMs: number
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?)?(?: ?(Z|UTC|([+-]\d\d):?(\d\d)))?$/

/**
 * Reads a time that begins with year, month and day. Other orders of these can be misread, so they are undefined.
 *
 * "2026-11-01 10:00:00 +0100" is one second, "2026-11-01 10:00:00" without a time zone is 26 h, "2026-11-01" is 50 h.
 */
export function toTimes(text = ''): Times | undefined {
  const [, day, minute, second, zone, hours = '+00', minutes = '00'] = TIME.exec(text.trim()) ?? []
  const fromMs = Date.parse(`${day}T${minute ?? '00:00'}${second ?? ':00'}${hours}:${minutes}`)
  if (Number.isNaN(fromMs)) return undefined
  const lastsMs = second ? 1_000 : minute ? 60_000 : 24 * HOUR_MS
  const untilMs = fromMs + lastsMs - 1
  return zone ? { fromMs, untilMs } : { fromMs: fromMs - MOST_AHEAD_MS, untilMs: untilMs + MOST_BEHIND_MS }
}
