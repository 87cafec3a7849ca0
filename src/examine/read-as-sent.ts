/** The proxy's reading of an order that a page would send now. Panel and set-up page show this reading and no other. */
import { MAX_EVENT_BYTES } from '../contract/limits.js'
import type { Raw } from '../contract/raw.js'
import { readRaw } from '../normalise/index.js'
import { createEvent, WIRE_VERSION } from '../snippet/core/event.js'
import { toJson } from '../snippet/core/safely.js'
import { shorten } from '../snippet/rest/deliver/shorten.js'

/** Reads the order as it would be sent. An order that is too long is shortened first. */
export function readAsSent(raw: Raw) {
  const content = { v: WIRE_VERSION, kind: 'convert', raw } as const
  const event = createEvent(content, toJson(content), Date.now())
  if (event.bytes > MAX_EVENT_BYTES) shorten(event)
  const { body, problems } = readRaw('convert', JSON.parse(event.text).raw)
  return { body, problems, isTooLarge: event.bytes > MAX_EVENT_BYTES }
}
