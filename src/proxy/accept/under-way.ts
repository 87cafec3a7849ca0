/**
 * Bodies under way: how many bytes may be arriving at once from senders whom nobody has vouched for yet.
 *
 * A body counts from its beginning, with all that it says it will have. One address, and one network, gets a share. When all the
 * room is taken, a smaller body takes the place of the largest: whoever sends little is never refused for those who send much.
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

/** Room for a thousand of the largest events, and for some thirty thousand of the usual size. */
export const ROOM_FOR_EVENTS: Room = { totalBytes: 64 * MIB, blockBytes: [4 * MIB, 8 * MIB, 16 * MIB] }
/** Room for eight of the largest webhooks. A shop's own server sends all of them from one address. */
export const ROOM_FOR_WEBHOOKS: Room = { totalBytes: 32 * MIB, blockBytes: [8 * MIB, 16 * MIB, 16 * MIB] }

/** Reads a body. The signal says that its place was given to another. */
type Read<Answer> = (signal: AbortSignal) => Promise<Answer>

export interface UnderWay {
  /**
   * Keeps room for a body while it is read.
   *
   * @param mostBytes what it may have, where the request does not say
   * @returns what `read` has, or a problem when there is no room
   */
  within<Answer>(context: RequestContext, mostBytes: number, read: Read<Answer>): Promise<Answer | Problem>
}

interface Place {
  bytes: number
  giveUp(): void
}

/** There is no room: it is for the sender to come again. */
export const CROWDED: Problem = { code: 'rate' }

export function createUnderWay({ totalBytes, blockBytes }: Room, { trustedHops }: Settings): UnderWay {
  const places = new Set<Place>()
  const total = createCounts<''>(totalBytes)
  const blocks = blockBytes.map((most) => createCounts<string | number>(most))

  /** Takes places from larger bodies, the largest first, until there is room. */
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

/** Node's parser holds a request to the length that it declares; a `Request` of another runtime may have more. */
function readDeclaredBytes({ request, client }: RequestContext, mostBytes: number): number {
  const declared = client.body ? request.headers.get('content-length') : null
  return declared === null ? mostBytes : Math.min(Number(declared), mostBytes)
}

/** Bytes by key; a key without any is forgotten. */
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
