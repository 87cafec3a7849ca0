/** The proxy's reading of an order that a page would send now. Panel and set-up page show this reading and no other. */
import { MAX_EVENT_BYTES } from '../contract/limits.js'
import type { Said } from '../contract/said.js'
import { readSaid } from '../normalise/index.js'
import { type Content, createEvent } from '../snippet/core/event.js'
import { toText } from '../snippet/core/text.js'
import { shorten } from '../snippet/rest/deliver/shorten.js'

/** Reads the order as it would be sent. An order that is too long is shortened first. */
export function readAsSent(said: Said) {
  const content: Content = { v: 2, kind: 'convert', said }
  const event = createEvent(content, toText(content) ?? '{}', Date.now())
  if (event.bytes > MAX_EVENT_BYTES) shorten(event)
  const { body, problems } = readSaid('convert', JSON.parse(event.text).said)
  return { body, problems, isTooLarge: event.bytes > MAX_EVENT_BYTES }
}
