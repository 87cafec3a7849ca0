/** What the keeper has kept on a page whose script did not load (src/recipes/stub.ts): reported by the next page that has one. */
import { MAX_QUEUED_MS } from '../../contract/limits.js'
import { toFields } from '../fields.js'
import { isEvent, toEntries } from '../gather/data-layer.js'
import { gatherOrder } from '../gather/index.js'
import { isOrder } from '../gather/order.js'
import type { Page } from '../gather/page.js'
import { readPermission } from '../keep/consent.js'
import { KEPT_KEY, readStored, removeStored } from '../keep/storage.js'
import { parseJson } from '../safely.js'
import type { Snippet } from '../snippet.js'
import { addToList } from './add-to-list.js'
import { convertGathered, toStatement } from './convert.js'
import { report } from './report.js'

/** A call as it was kept: its bare arguments by number, with its time. */
interface KeptCall {
  [index: number]: never // as whoever called has passed it
  t: number
}

/** Reports it once. As the page was that said it, without elements: this one's are of another page. */
export function reportKept(snippet: Snippet): void {
  const { settings, outbox } = snippet
  const text = readPermission(outbox) === 'granted' && readStored(settings, KEPT_KEY)
  if (!text) return
  removeStored(KEPT_KEY)
  const { t: at, l: layer, c: orders, a: signUps } = toFields(parseJson(text))
  if (!(Date.now() - Number(at) < MAX_QUEUED_MS.convert)) return
  const page: Page = {
    document: document.implementation.createHTMLDocument(),
    entries: toEntries(toList(layer)),
    settings,
  }
  for (const entry of [...page.entries].reverse())
    if (isEvent(entry, settings.convertOn) && isOrder(entry.order))
      convertGathered(snippet, Number(at), gatherOrder(page, entry).said)
  for (const { 0: order, t } of toList(orders) as KeptCall[])
    void report(snippet, { kind: 'convert', at: t }, () => toStatement(page, toFields(order)))
  for (const { 0: list, 1: contact = {} as never, 2: options, t } of toList(signUps) as KeptCall[])
    void addToList(snippet, t, list as never, contact, options)
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
