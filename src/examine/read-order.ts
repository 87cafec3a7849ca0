/** The proxy's reading of the order that a page would send now. Bar and set-up page show this reading and no other. */
import type { Problem, Raw } from '../contract/raw.js'
import { choose } from '../normalise/choose/index.js'
import { readConversion } from '../normalise/conversion.js'
import { filter } from '../snippet/core/filter.js'
import { createLayerWatch } from '../snippet/core/layer.js'
import { safely, toJson } from '../snippet/core/safely.js'
import type { Settings } from '../snippet/core/settings.js'
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

/** Reads the order that the page would send with these settings. */
export function readOrder(settings: Settings): PageOrder {
  const raw = safely(() => gather({ settings, layer: createLayerWatch(settings) }))?.raw ?? {}
  // As it would be sent: without secrets.
  const { body, problems } = readConversion(JSON.parse(toJson(filter(raw, {}, isSecret))))
  return { body: { ...body }, problems, order: showsOrder(raw), raw }
}

function showsOrder(raw: Raw): boolean {
  const { order, named, marked } = choose(raw)
  return Boolean(order ?? named?.json ?? named?.items ?? marked?.items ?? (named?.order ?? marked?.order)?.order_number)
}
