/**
 * Limits the events of a minute: of each address (RINGUP_RATE_PER_IP), and of all together by fair share
 * (RINGUP_RATE_TOTAL).
 *
 * Refused requests do not count, so an address over its limit does not use up the room of others. Only events that are
 * about to be stored count for the total, so junk cannot use it up.
 */
import { MINUTE_MS } from '../duration.js'
import { hasRoom } from '../fair-share.js'
import { isPrivateNetwork } from '../network.js'
import type { Problem } from '../problem.js'
import type { Settings } from '../settings.js'
import { type Guard, type RequestContext, toNetwork } from './context.js'

/** The most addresses of a minute, some 10 MB. A stranger with more of them has more room than they could use. */
const MAX_KEYS = 100_000

export interface RateChecks {
  /** Comes first, before any part of the request is read. */
  checkAddress: Guard
  /** Comes last, directly before the write. */
  checkTotal: Guard
}

export function createRateChecks(settings: Settings, now: () => number): RateChecks {
  const { rateTotal } = settings
  const addresses = createAddressLimit(settings, now)
  const minute = createMinute(now)
  const networks = createMinute(now)
  const isFull = () => minute.read('all') >= rateTotal

  return {
    checkAddress(context) {
      if (isFull()) return minute.toProblem() // an event over the total is not read
      if (context.fromServer) return undefined // all events of the shop's back end come from one address
      return addresses.check(context) ?? addresses.count(context)
    },
    checkTotal(context) {
      const signed = context.signed || context.fromServer
      const { network = '' } = toNetwork(context)
      const use = { all: minute.read('all'), unsigned: minute.read('unsigned'), network: networks.read(network) }
      const isExempt = network === '' || isPrivateNetwork(network)
      if (!hasRoom(rateTotal, use, { size: 1, signed, isExempt })) return minute.toProblem()
      minute.add('all')
      if (!isExempt) networks.add(network)
      if (!signed) minute.add('unsigned')
      return undefined
    },
  }
}

/** Limits the requests that one IPv4 address or IPv6 /64 may make in a minute. An unknown address has no limit. */
export function createAddressLimit({ ratePerIp }: Pick<Settings, 'ratePerIp'>, now: () => number) {
  const minute = createMinute(now)
  return {
    check: ({ sender }: RequestContext) =>
      sender && minute.read(sender.address) >= ratePerIp ? minute.toProblem() : undefined,
    count({ sender }: RequestContext): undefined {
      if (sender) minute.add(sender.address)
    },
  }
}

/** Counts by key. A minute begins with the first use after the previous one, and with a clock that was set back. */
function createMinute(now: () => number) {
  let startMs = Number.NEGATIVE_INFINITY
  let counts = new Map<string, number>()

  /** @returns the counts of this minute */
  function open() {
    const ageMs = now() - startMs
    if (ageMs >= 0 && ageMs < MINUTE_MS) return counts
    startMs = now()
    counts = new Map()
    return counts
  }

  return {
    read: (key: string) => open().get(key) ?? 0,
    add(key: string) {
      const minute = open()
      if (minute.size >= MAX_KEYS && !minute.has(key)) minute.clear()
      minute.set(key, (minute.get(key) ?? 0) + 1)
    },
    /** The sender may retry in the next minute. */
    toProblem: (): Problem => ({ code: 'rate', retryAfterS: Math.ceil((startMs + MINUTE_MS - now()) / 1000) }),
  }
}
