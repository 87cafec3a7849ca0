/**
 * Limits requests a minute: of each address and network, of all together, and of webhooks with a false signature.
 *
 * Refused requests do not count, so an address over its limit does not use up the room of others. Only events that are
 * about to be stored count for the total, so junk cannot use it up. Token buckets hold a minute's worth and fill
 * evenly, so waiting shoppers return one by one. The number of buckets is bounded. Libraries do not bound it.
 *
 * A network that has used a tenth of its limit within the minute is noisy, until it is calm for a minute. All noisy
 * networks together have a quarter of the unsigned total, so a flood leaves room for shoppers.
 */
import type { Problem } from '../problem.js'
import { QUARTER, UNSIGNED } from '../queue/room.js'
import type { Settings } from '../settings.js'
import { readBlocks } from './address.js'
import type { Guard, RequestContext } from './context.js'

const MINUTE_MS = 60_000
/**
 * The most buckets for each size of block, some 3 MB. A forgotten block starts again with a full bucket, but wider
 * blocks still limit it.
 */
const MAX_BLOCKS = 50_000

/**
 * The multiple of RINGUP_RATE_PER_IP for each size of block: one IPv4 address or IPv6 /64, the /56 of a home, the /48
 * of a company.
 */
const SHARES = [1, 4, 16]
/** The part of its limit that a network may use without being noisy. */
const CALM = 1 / 10

export interface RateChecks {
  /** Comes first, before any part of the request is read. */
  checkAddress: Guard
  /** Comes last, directly before the write. */
  checkTotal: Guard
}

export function createRateChecks(settings: Settings, now: () => number): RateChecks {
  const { ratePerIp, rateTotal, trustedHops, signingSecrets, serverTokens } = settings
  const total = createBuckets(rateTotal, 1).of('')
  // Without signatures and server tokens all events are unsigned, so no room is reserved for signed ones.
  const share = signingSecrets.length + serverTokens.length > 0 ? UNSIGNED : 1
  const unsigned = createBuckets(Math.max(1, rateTotal * share), 1).of('')
  const noisy = createBuckets(Math.max(1, rateTotal * share * QUARTER), 1).of('')
  // At most half of the total, so one network cannot lock all others out. The settings may give more to a single
  // address.
  const most = Math.max(ratePerIp, rateTotal / 2)
  const blocks = SHARES.map((share) => createBuckets(Math.min(share * ratePerIp, most), MAX_BLOCKS))
  const calm = SHARES.map((share) => createBuckets(Math.max(share * ratePerIp * CALM, 1), MAX_BLOCKS, true))

  return {
    checkAddress(context) {
      const { request, client, fromServer } = context
      const nowMs = now()
      // All events of the shop's back end come from one address.
      const keys = fromServer ? [] : readBlocks(client.address, request.headers, trustedHops)
      const toBuckets = (sizes: typeof blocks) => keys.flatMap((key, width) => sizes[width]?.of(key) ?? [])
      const widest = keys.at(-1)
      if (widest !== undefined) context.network = String(widest)
      const [buckets, calmBuckets] = [toBuckets(blocks), toBuckets(calm)]
      // The total is checked here too, so that an event over it is not read.
      const problem = checkAll([total, ...buckets], nowMs)
      if (problem) return problem
      context.isNoisy = checkAll(calmBuckets, nowMs) !== undefined
      // Each request counts, so a network that continues stays noisy.
      return takeFromAll([...buckets, ...calmBuckets], nowMs)
    },
    checkTotal({ signed, isNoisy }) {
      const nowMs = now()
      const buckets = signed ? [total] : isNoisy ? [total, unsigned, noisy] : [total, unsigned]
      return checkAll(buckets, nowMs) ?? takeFromAll(buckets, nowMs)
    },
  }
}

/**
 * Limits webhooks without a valid signature. An address or network that has sent a minute's worth of them is refused
 * before its next one is read. Genuine webhooks do not count, because all of them may come from one address.
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
  /** Time until the bucket holds a token, in milliseconds. 0 if it holds one. */
  waitMs(nowMs: number): number
  take(nowMs: number): void
}

/**
 * Creates buckets by key. A bucket is stored as the time at which it is full again. A bucket that is not stored is
 * full.
 *
 * @param hasDebt a bucket stays empty for a minute after the last request
 */
function createBuckets(perMinute: number, most: number, hasDebt = false) {
  const intervalMs = MINUTE_MS / perMinute
  const emptyMs = hasDebt ? 2 * MINUTE_MS - intervalMs : MINUTE_MS
  // Two generations replace an order of use. The older one is forgotten at once, whatever the newer one contains.
  let recent = new Map<Key, number>()
  let older = new Map<Key, number>()

  function fullAtMs(key: Key, nowMs: number): number {
    const atMs = recent.get(key) ?? older.get(key) ?? nowMs
    const possible = atMs >= nowMs && atMs <= nowMs + emptyMs + 1 // later: the clock was set back
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
        recent.set(key, Math.min(fullAtMs(key, nowMs) + intervalMs, nowMs + emptyMs))
      },
    }),
  }
}
