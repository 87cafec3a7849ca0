/**
 * The quota of bodies under way: the bytes that unverified senders may have in transit at one time.
 *
 * A body counts from its beginning with its declared length. Each address and each network has a share. If the quota is
 * full, a smaller body replaces the largest one. So a sender of small bodies is never refused because of senders of
 * large ones.
 */
import type { Problem } from '../problem.js'
import type { Settings } from '../settings.js'
import { readBlocks } from './address.js'
import type { RequestContext } from './context.js'

const MIB = 1024 * 1024

interface Room {
  totalBytes: number
  /** The shares of one IPv4 address or IPv6 /64, of a /56, and of a /48. */
  blockBytes: readonly number[]
}

/** Room for a thousand of the largest events, or some thirty thousand of the usual size. */
export const ROOM_FOR_EVENTS: Room = { totalBytes: 64 * MIB, blockBytes: [4 * MIB, 8 * MIB, 16 * MIB] }
/** Room for eight of the largest webhooks. A shop's own server sends all of them from one address. */
export const ROOM_FOR_WEBHOOKS: Room = { totalBytes: 32 * MIB, blockBytes: [8 * MIB, 16 * MIB, 16 * MIB] }

/** Reads a body. The signal aborts if another body takes its place. */
type Read<Answer> = (signal: AbortSignal) => Promise<Answer>

export interface BodyQuota {
  /**
   * Reserves room for a body while it is read.
   *
   * @param mostBytes the body's limit, used if the request does not declare a length
   * @returns the result of `read`, or a problem if the quota is full
   */
  within<Answer>(context: RequestContext, mostBytes: number, read: Read<Answer>): Promise<Answer | Problem>
}

interface Place {
  bytes: number
  giveUp(): void
}

/** The quota is full. The sender retries later. */
export const CROWDED: Problem = { code: 'rate' }

export function createBodyQuota({ totalBytes, blockBytes }: Room, { trustedHops }: Settings): BodyQuota {
  const places = new Set<Place>()
  const total = createCounts<''>(totalBytes)
  const blocks = blockBytes.map((most) => createCounts<string | number>(most))

  /** Ends larger bodies, the largest first, until there is room. */
  function makeRoom(bytes: number): boolean {
    while (!total.hasRoom('', bytes)) {
      const largest = [...places].reduce<Place | undefined>((a, b) => (a && a.bytes >= b.bytes ? a : b), undefined)
      if (!largest || largest.bytes <= bytes) return false
      leave(largest)
      largest.giveUp()
    }
    return true
  }

  function leave(place: Place) {
    if (places.delete(place)) total.add('', -place.bytes)
  }

  return {
    async within(context, mostBytes, read) {
      const bytes = readDeclaredBytes(context, mostBytes)
      const keys = readBlocks(context.client.address, context.request.headers, trustedHops)
      const shares = keys.flatMap((key, width) => (blocks[width] ? [{ counts: blocks[width], key }] : []))
      if (!shares.every(({ counts, key }) => counts.hasRoom(key, bytes)) || !makeRoom(bytes)) return CROWDED
      const given = new AbortController()
      const place = { bytes, giveUp: () => given.abort() }
      places.add(place)
      total.add('', bytes)
      for (const { counts, key } of shares) counts.add(key, bytes)
      try {
        return await read(given.signal)
      } finally {
        leave(place)
        for (const { counts, key } of shares) counts.add(key, -bytes)
      }
    },
  }
}

/**
 * Reads the declared length. Node's parser stops a request at its declared length. A `Request` of another runtime may
 * have more bytes.
 */
function readDeclaredBytes({ request, client }: RequestContext, mostBytes: number): number {
  const declared = client.body ? request.headers.get('content-length') : null
  return declared === null ? mostBytes : Math.min(Number(declared), mostBytes)
}

/** Counts bytes by key. A key without bytes is forgotten. */
function createCounts<Key>(most: number) {
  const counts = new Map<Key, number>()
  return {
    hasRoom: (key: Key, bytes: number) => (counts.get(key) ?? 0) + bytes <= most,
    add(key: Key, bytes: number) {
      const sum = (counts.get(key) ?? 0) + bytes
      if (sum > 0) counts.set(key, sum)
      else counts.delete(key)
    },
  }
}
