/** Which adapter is asked, in this order; the first with an order number or items wins, and nothing is mixed. */
import type { FoundOrder } from '../order.js'
import { readDataLayer } from './data-layer.js'

const ADAPTERS: (() => FoundOrder | undefined)[] = [readDataLayer]

export function readOrder(): FoundOrder | undefined {
  for (const adapter of ADAPTERS) {
    const found = adapter()
    if (found) return found
  }
  return undefined
}
