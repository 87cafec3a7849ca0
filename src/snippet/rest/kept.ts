/** Reports of the keeper, from a page whose script did not load (src/recipes/stub.ts). The next page with the script sends them. */
import { MAX_QUEUED_MS } from '../../contract/limits.js'
import { addToList, report, reportOrder } from '../core/call.js'
import { readMessages } from '../core/entries.js'
import { toFields } from '../core/fields.js'
import { createLayerWatch } from '../core/layer.js'
import { KEPT_KEY, MAX_STORED, readKeys, readPermission, readStored, removeStored } from '../core/outbox.js'
import { parseJson, safely } from '../core/safely.js'
import type { Settings } from '../core/settings.js'
import type { Snippet } from '../core/snippet.js'
import { findOrders } from './gather/find-orders.js'
import { gatherPushed } from './gather/gather-order.js'

/** A call as the keeper stored it: its bare arguments by number, with its time. */
interface StoredCall {
  [index: number]: never // the caller's argument
  /** The time of the call. Missing in a tag manager's queue. */
  t?: number
}

/** Reports each page that the keeper has stored, once. */
export function reportKept(snippet: Snippet): void {
  if (readPermission(snippet.outbox) !== 'granted') return
  for (const key of readKeys(KEPT_KEY).slice(0, MAX_STORED)) {
    const text = readStored(key)
    if (!text) continue
    removeStored(key)
    safely(() => reportPage(snippet, Number(key.slice(KEPT_KEY.length)), text))
  }
}

/** Reports the page in its state at this time. Elements are left out, because this page's elements are not its own. */
function reportPage(snippet: Snippet, at: number, text: string): void {
  const [event, pushes, orders, signUps] = toList(parseJson(text))
  if (!(Date.now() - at < MAX_QUEUED_MS.convert)) return
  const settings: Settings = Object.assign(Object.create(null), snippet.settings, { dataLayer: '' })
  const page = { ...snippet, settings, layer: { ...createLayerWatch(settings), pushes: toList(pushes) } }
  for (const order of findOrders(readMessages(page.layer), (event as string | null) ?? settings.convertOn))
    if (order.facts.number ?? order.facts.hasItems) reportOrder(snippet, at, gatherPushed(page, order))
  for (const { 0: order, t: calledAt = at } of toList(orders) as StoredCall[])
    void report(snippet, { kind: 'convert', at: calledAt }, () => {
      const own = toFields(order)
      return { raw: { ...gatherPushed(page).raw, passed: [own] }, signature: own.signature }
    })
  for (const { 0: list, 1: contact = {} as never, 2: options, t: calledAt = at } of toList(signUps) as StoredCall[])
    void addToList(snippet, calledAt, list as never, contact, options)
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
