/** Which adapter is asked, in this order: the first with an order ends the search, and nothing is mixed. */
import type { FoundOrder, PageOrder } from '../order.js'
import { safely } from '../safely.js'
import { settings } from '../settings.js'
import { readDataLayer, readIncomplete } from './data-layer.js'
import { withNamed } from './dom.js'
import { readJsonLd } from './json-ld.js'

/** The third, `dom`, is what the shop itself has named: it is always read, and wins over what these find. */
const ADAPTERS: [name: string, read: () => FoundOrder | undefined][] = [
  ['data-layer', readDataLayer],
  ['json-ld', readJsonLd],
  ['data-layer', readIncomplete],
]

export function readPage(): PageOrder {
  let found: FoundOrder | undefined
  for (const [name, read] of ADAPTERS)
    if (settings.adapter === 'auto' || settings.adapter === name) found ??= safely(read)
  return withNamed(found)
}
