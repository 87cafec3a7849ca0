/**
 * Limits the memory for webhooks under way, because a body is read before its sender is verified.
 *
 * A body counts from its beginning with its declared length. If there is no room, a smaller body replaces the largest
 * one. So large bodies of strangers do not block a genuine webhook, which is small.
 */
import { FULL } from '../accept/body.js'
import type { RequestContext } from '../accept/context.js'
import type { Problem } from '../problem.js'

/** Room for eight of the largest webhooks. */
const ROOM_BYTES = 32 * 1024 * 1024

interface Place {
  bytes: number
  giveUp(): void
}

export function createRoom() {
  const places = new Set<Place>()
  const countBytes = () => [...places].reduce((sum, { bytes }) => sum + bytes, 0)

  /**
   * Reserves room for a body while it is read.
   *
   * @param mostBytes the body's limit, used if the request does not declare a length
   * @param read reads the body. The signal aborts if another body takes its place
   * @returns the result of `read`, or a problem if there is no room
   */
  return async <Answer>(
    context: RequestContext,
    mostBytes: number,
    read: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | Problem> => {
    const abortion = new AbortController()
    const place = { bytes: readDeclaredBytes(context, mostBytes), giveUp: () => abortion.abort() }
    while (countBytes() + place.bytes > ROOM_BYTES) {
      const largest = [...places].reduce((a, b) => (a.bytes >= b.bytes ? a : b))
      if (largest.bytes <= place.bytes) return FULL
      places.delete(largest)
      largest.giveUp()
    }
    places.add(place)
    return read(abortion.signal).finally(() => places.delete(place))
  }
}

/**
 * Reads the declared length. Node's parser stops a request at its declared length. A `Request` of another runtime may
 * have more bytes.
 */
function readDeclaredBytes({ request, client }: RequestContext, mostBytes: number): number {
  const length = client.body ? request.headers.get('content-length') : null
  return length === null ? mostBytes : Math.min(Number(length), mostBytes)
}
