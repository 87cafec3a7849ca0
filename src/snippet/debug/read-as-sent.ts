/** What the proxy would read of an order that a page sends: what panel and set-up page show is this, and nothing else. */
import { MAX_EVENT_BYTES } from '../../contract/limits.js'
import type { Said } from '../../contract/said.js'
import { readSaid } from '../../normalise/index.js'
import { toPlain } from '../gather/plain.js'
import { createEvent } from '../keep/event.js'

const SOME_ID = '00000000-0000-4000-8000-000000000000' // as long as any

/** Reads what would be sent now: shortened first where it is too long. */
export function readAsSent(said: Said) {
  const event = createEvent(SOME_ID, { kind: 'convert', said: toPlain(said) }, Date.now())
  const { body, problems } = readSaid('convert', JSON.parse(event.text).said)
  return { event, body, problems, isTooLarge: event.bytes > MAX_EVENT_BYTES }
}
