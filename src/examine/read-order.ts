/** The proxy's reading of the order that a page would send now. Bar and set-up page show this reading and no other. */
import { MAX_EVENT_BYTES } from '../contract/limits.js'
import type { Problem, Raw } from '../contract/raw.js'
import { choose } from '../normalise/choose/index.js'
import { readRaw } from '../normalise/index.js'
import { createEvent, WIRE_VERSION } from '../snippet/core/event.js'
import { filter } from '../snippet/core/filter.js'
import { createLayerWatch } from '../snippet/core/layer.js'
import { safely, toJson } from '../snippet/core/safely.js'
import type { Settings } from '../snippet/core/settings.js'
import { shorten } from '../snippet/rest/deliver/shorten.js'
import { gather } from '../snippet/rest/gather/gather-order.js'
import { isSecret } from '../snippet/rest/gather/is-secret.js'

/** The API's payload, as far as the page has it. */
export interface Body {
  email?: string
  cart_data?: Record<string, unknown> | undefined
  cart_items?: Record<string, unknown>[] | undefined
}

export interface PageOrder {
  body: Body
  problems: Problem[]
  /** The page shows an order, whole or not. */
  order: boolean
  raw: Raw
}

/** Reads the order that the page would send with these settings. The shop's own function is not called: it may do more than look. */
export function readOrder(settings: Settings): PageOrder {
  const isOwn = typeof settings.adapter === 'function'
  const raw = (isOwn ? undefined : safely(() => gather({ settings, layer: createLayerWatch(settings) })))?.raw ?? {}
  const { body, problems, isTooLarge } = readAsSent(raw)
  const own: Problem[] = isTooLarge ? [{ field: 'convert()', code: 'too_large' }] : []
  return { body: { ...body }, problems: [...problems, ...own], order: showsOrder(raw), raw }
}

/** Reads the order as it would be sent: without secrets, and shortened if it is too long. */
export function readAsSent(raw: Raw) {
  const content = { v: WIRE_VERSION, kind: 'convert', raw: filter(raw, {}, isSecret) } as const
  const event = createEvent(content, toJson(content), Date.now())
  if (event.bytes > MAX_EVENT_BYTES) shorten(event)
  const { body, problems } = readRaw('convert', JSON.parse(event.text).raw)
  return { body, problems, isTooLarge: event.bytes > MAX_EVENT_BYTES }
}

function showsOrder(raw: Raw): boolean {
  const { order, named, marked } = choose(raw)
  return Boolean(order ?? named?.json ?? named?.items ?? marked?.items ?? (named?.order ?? marked?.order)?.order_number)
}
