/** What the keeper has kept on a page whose script did not load (src/recipes/stub.ts): reported by the next page that has one. */
import { MAX_QUEUED_MS } from '../../contract/limits.js'
import { toFields } from '../fields.js'
import { isEvent, toEntries } from '../gather/data-layer.js'
import { gatherOrder } from '../gather/index.js'
import { isOrder } from '../gather/order.js'
import type { Page } from '../gather/page.js'
import { readPermission } from '../keep/consent.js'
import { KEPT_KEY, readKeys, readStored, removeStored } from '../keep/storage.js'
import { parseJson, safely } from '../safely.js'
import type { Snippet } from '../snippet.js'
import { addToList } from './add-to-list.js'
import { convertGathered, toStatement } from './convert.js'
import { report } from './report.js'

/** A call as the keeper stored it: its bare arguments by number, with its time. */
interface StoredCall {
  [index: number]: never // as whoever called has passed it
  /** A tag manager's queue has none. */
  t?: number
}

/** Reports once what each such page has said. */
export function reportKept(snippet: Snippet): void {
  const { settings, outbox } = snippet
  if (readPermission(outbox) !== 'granted') return
  for (const key of readKeys(KEPT_KEY)) {
    const text = readStored(settings, key)
    if (!text) continue
    removeStored(key)
    safely(() => reportPage(snippet, Number(key.slice(KEPT_KEY.length)), text))
  }
}

/** As the page was that said it at this time, without elements: this one's are of another page. */
function reportPage(snippet: Snippet, at: number, text: string): void {
  const { settings } = snippet
  const { e: event = settings.convertOn, l: layer, c: orders, a: signUps } = toFields(parseJson(text))
  if (!(Date.now() - at < MAX_QUEUED_MS.convert)) return
  const page: Page = {
    document: document.implementation.createHTMLDocument(),
    entries: toEntries(toList(layer)),
    settings,
  }
  for (const entry of [...page.entries].reverse())
    if (isEvent(entry, event as string | undefined) && isOrder(entry.order))
      convertGathered(snippet, at, gatherOrder(page, entry).said)
  for (const { 0: order, t: calledAt = at } of toList(orders) as StoredCall[])
    void report(snippet, { kind: 'convert', at: calledAt }, () => toStatement(page, toFields(order)))
  for (const { 0: list, 1: contact = {} as never, 2: options, t: calledAt = at } of toList(signUps) as StoredCall[])
    void addToList(snippet, calledAt, list as never, contact, options)
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
