/** Which adapter is asked, in this order: the first with an order ends the search, and nothing is mixed. */
import type { FoundOrder, PageOrder } from '../order.js'
import { safely } from '../safely.js'
import { settings } from '../settings.js'
import { readDataLayer } from './data-layer.js'
import { readNamedOrder } from './dom.js'
import { isOrder } from './found-order.js'
import { readJsonLd } from './json-ld.js'

/** The third, `dom`, is what the shop itself has named: it is always read, and wins field by field over what these find. */
const ADAPTERS = new Map<string, () => FoundOrder | undefined>([
  ['data-layer', readDataLayer],
  ['json-ld', readJsonLd],
])

export function readPage(): PageOrder {
  return { found: readFound(), named: safely(readNamedOrder) }
}

/** There may be an order to report. */
export function hasOrder({ found, named }: PageOrder): boolean {
  return found !== undefined || (named !== undefined && isOrder(named))
}

function readFound(): FoundOrder | undefined {
  for (const [name, read] of ADAPTERS)
    if (settings.adapter === 'auto' || settings.adapter === name) {
      const found = safely(read)
      if (found) return found
    }
  return undefined
}
