/** Reports of the keeper, from a page whose script did not load (src/recipes/stub.ts). The next page with the script sends them. */
import { MAX_QUEUED_MS } from '../../contract/limits.js'
import { addToList, convertGathered, report } from '../core/call.js'
import { readPermission } from '../core/consent.js'
import { toFields } from '../core/fields.js'
import { parseJson, safely } from '../core/safely.js'
import type { Snippet } from '../core/snippet.js'
import { KEPT_KEY, readKeys, readStored, removeStored } from '../core/storage.js'
import { toStatement } from './gather/call.js'
import { isEvent, toEntries } from './gather/entries.js'
import { gatherOrder } from './gather/index.js'
import { isOrder } from './gather/order.js'
import type { Page } from './gather/page.js'

/** A call as the keeper stored it: its bare arguments by number, with its time. */
interface StoredCall {
  [index: number]: never // the caller's argument
  /** The time of the call. Missing in a tag manager's queue. */
  t?: number
}

/** Reports each page that the keeper has stored, once. */
export function reportKept(snippet: Snippet): void {
  if (readPermission(snippet.outbox) !== 'granted') return
  for (const key of readKeys(KEPT_KEY)) {
    const text = readStored(key)
    if (!text) continue
    removeStored(key)
    safely(() => reportPage(snippet, Number(key.slice(KEPT_KEY.length)), text))
  }
}

/** Reports the page in its state at this time. Elements are left out, because this page's elements are not its own. */
function reportPage(snippet: Snippet, at: number, text: string): void {
  const { settings } = snippet
  const [event, layer, orders, signUps] = toList(parseJson(text))
  if (!(Date.now() - at < MAX_QUEUED_MS.convert)) return
  const page: Page = {
    document: document.implementation.createHTMLDocument(),
    entries: toEntries(toList(layer)),
    settings,
  }
  for (const entry of [...page.entries].reverse())
    if (isEvent(entry, (event as string | null) ?? settings.convertOn) && isOrder(entry.order))
      convertGathered(snippet, at, gatherOrder(page, entry))
  for (const { 0: order, t: calledAt = at } of toList(orders) as StoredCall[])
    void report(snippet, { kind: 'convert', at: calledAt }, () => toStatement(page, toFields(order)))
  for (const { 0: list, 1: contact = {} as never, 2: options, t: calledAt = at } of toList(signUps) as StoredCall[])
    void addToList(snippet, calledAt, list as never, contact, options)
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
