/** Which adapter is asked, in this order; the first with an order number or items wins, and nothing is mixed. */
import { attempt } from '../attempt.js'
import { CART, ITEMS } from '../normalise/fields.js'
import type { FoundOrder } from '../order.js'
import { readDataLayer } from './data-layer.js'
import { readDom } from './dom.js'
import { readJsonLd } from './json-ld.js'
import { readPaths } from './read-path.js'

const ADAPTERS: Record<string, () => FoundOrder[]> = {
  'data-layer': readDataLayer,
  'json-ld': readJsonLd,
  dom: readDom,
}

/** @param adapter all of them when it is none of these */
export function readOrder(adapter: string): FoundOrder | undefined {
  return [ADAPTERS[adapter] ?? Object.values(ADAPTERS)]
    .flat()
    .flatMap((read) => attempt(read))
    .find((found) => readPaths(found, `${CART.order_number[0]} ${ITEMS}`).find((each) => each))
}
