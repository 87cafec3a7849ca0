/**
 * How many requests a minute are let through, of one address and in total. What is refused here counts for nothing, so one
 * address over its own limit takes nothing from the others; and only what is about to be stored counts for the total, so that
 * junk cannot use it up. Webhooks with a false signature have a limit of their own.
 *
 * A bucket holds a minute's worth and fills evenly, so that waiting shoppers come back one by one and not all at the next full
 * minute. Libraries keep a timer or a record for every address that ever knocks; here their number is bounded.
 */
import type { Problem } from '../problem.js'
import type { Settings } from '../settings.js'
import { readBlocks } from './address.js'
import type { Guard, RequestContext } from './context.js'

const MINUTE_MS = 60_000
/** Some 3 MB for each of the block sizes. A block forgotten begins with a full bucket; the wider ones bound it still. */
const MAX_BLOCKS = 50_000

/**
 * What a network may choose addresses from gets so many times RINGUP_RATE_PER_IP: one IPv4 address or IPv6 /64 once, the /56
 * that a home gets 4 times, the /48 that a company gets 16 times.
 */
const SHARES = [1, 4, 16]

export interface RateChecks {
  /** Limits before anything of the request is read. */
  checkAddress: Guard
  /** When nothing but the write is left to do. */
  checkTotal: Guard
}

export function createRateChecks({ ratePerIp, rateTotal, trustedHops }: Settings, now: () => number): RateChecks {
  const total = createBuckets(rateTotal, 1).of('')
  // Half of the total at most, unless the settings give more to a single address: no network locks all others out.
  const most = Math.max(ratePerIp, rateTotal / 2)
  const blocks = SHARES.map((share) => createBuckets(Math.min(share * ratePerIp, most), MAX_BLOCKS))

  return {
    checkAddress({ request, client, fromServer }) {
      const nowMs = now()
      // All events of the shop's back end come from one address.
      const keys = fromServer ? [] : readBlocks(client.address, request.headers, trustedHops)
      const buckets = blocks.slice(0, keys.length).map((each, width) => each.of(keys[width] ?? ''))
      // Of an event too many nothing needs to be read either.
      return checkAll([total, ...buckets], nowMs) ?? takeFromAll(buckets, nowMs)
    },
    checkTotal() {
      const nowMs = now()
      return checkAll([total], nowMs) ?? takeFromAll([total], nowMs)
    },
  }
}

/**
 * Counts requests that failed to prove who they are: an address, or network, with a minute's worth of them is refused before its
 * next one is read. What is genuine counts for nothing, as all of it may come from one address.
 */
export function createFailureChecks({ ratePerIp, trustedHops }: Settings, now: () => number) {
  const failures = SHARES.map((share) => createBuckets(share * ratePerIp, MAX_BLOCKS))
  const toBuckets = ({ client, request }: RequestContext) =>
    readBlocks(client.address, request.headers, trustedHops).flatMap((key, width) => failures[width]?.of(key) ?? [])
  return {
    checkFailures: (context: RequestContext) => checkAll(toBuckets(context), now()),
    countFailure: (context: RequestContext) => takeFromAll(toBuckets(context), now()),
  }
}

function checkAll(buckets: Bucket[], nowMs: number): Problem | undefined {
  const waitMs = Math.max(...buckets.map((bucket) => bucket.waitMs(nowMs)))
  return waitMs > 0 ? { code: 'rate', retryAfterS: Math.ceil(waitMs / 1000) } : undefined
}

function takeFromAll(buckets: Bucket[], nowMs: number): undefined {
  for (const bucket of buckets) bucket.take(nowMs)
}

type Key = string | number

interface Bucket {
  /** How long until there is one more; 0 when there is one. */
  waitMs(nowMs: number): number
  take(nowMs: number): void
}

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
    of: (key: Key): Bucket => ({
      waitMs(nowMs) {
        const waitMs = fullAtMs(key, nowMs) + intervalMs - MINUTE_MS - nowMs
        return waitMs > 0.01 ? waitMs : 0 // 60,000 / 7 taken seven times is a little more than 60,000
      },
      take(nowMs) {
        if (recent.size >= most && !recent.has(key)) {
          older = recent
          recent = new Map()
        }
        recent.set(key, fullAtMs(key, nowMs) + intervalMs)
      },
    }),
  }
}
