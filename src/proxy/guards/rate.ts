/**
 * How many requests a minute are let through, in total and of one address. What is refused counts for nothing, so one address
 * over its own limit takes nothing from the others.
 *
 * A bucket holds a minute's worth and fills evenly, so that waiting shoppers come back one by one and not all at the next full
 * minute. Libraries keep a timer or a record for every address that ever knocks; here their number is bounded.
 */
import type { Settings } from '../settings.js'
import { readAddress } from './address.js'
import type { Guard } from './visit.js'

const MINUTE_MS = 60_000
/** Some 3 MB. An address forgotten begins with a full bucket, which the total still bounds. */
const MOST_ADDRESSES = 50_000

export function createRateCheck({ ratePerIp, rateTotal, trustedHops }: Settings, now: () => number): Guard {
  const everyone = createBuckets(rateTotal, 1)
  // Nobody gets more than twice the total in a minute through, so of so many addresses the oldest has its bucket full again.
  const each = createBuckets(ratePerIp, Math.min(2 * rateTotal, MOST_ADDRESSES))

  return ({ request, client, fromServer }) => {
    const nowMs = now()
    // All events of the shop's back end come from one address.
    const address = fromServer ? undefined : readAddress(client.address, request.headers, trustedHops)
    const waitMs = Math.max(everyone.waitMs('', nowMs), address === undefined ? 0 : each.waitMs(address, nowMs))
    if (waitMs > 0) return { code: 'rate', retryAfterS: Math.ceil(waitMs / 1000) }
    everyone.take('', nowMs)
    if (address !== undefined) each.take(address, nowMs)
    return undefined
  }
}

type Key = string | number

/** The moment at which each bucket is full again; one that is not here is full. */
function createBuckets(perMinute: number, most: number) {
  const intervalMs = MINUTE_MS / perMinute
  // Two generations instead of an order of use: the older half is forgotten at once, whatever the newer brings.
  let recent = new Map<Key, number>()
  let older = new Map<Key, number>()

  function fullAtMs(key: Key, nowMs: number): number {
    const atMs = recent.get(key) ?? older.get(key) ?? nowMs
    const possible = atMs >= nowMs && atMs <= nowMs + MINUTE_MS + 1 // later: the clock was set back
    return possible ? atMs : nowMs
  }

  return {
    /** How long until there is one more; 0 when there is one. */
    waitMs(key: Key, nowMs: number): number {
      const waitMs = fullAtMs(key, nowMs) + intervalMs - MINUTE_MS - nowMs
      return waitMs > 0.01 ? waitMs : 0 // 60,000 / 7 taken seven times is a little more than 60,000
    },
    take(key: Key, nowMs: number) {
      if (recent.size >= most && !recent.has(key)) {
        older = recent
        recent = new Map()
      }
      recent.set(key, fullAtMs(key, nowMs) + intervalMs)
    },
  }
}
