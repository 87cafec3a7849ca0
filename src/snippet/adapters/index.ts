/** Which adapter is asked, in this order; the first with an order number or items wins, and nothing is mixed. */
import type { FoundOrder } from '../order.js'
import { settings } from '../settings.js'
import { readDataLayer } from './data-layer.js'
import { readDigitalData } from './digital-data.js'
import { readDom } from './dom.js'
import { readJsonLd } from './json-ld.js'

export const ADAPTERS = {
  'data-layer': () => readDataLayer() ?? readDigitalData(),
  'json-ld': readJsonLd,
  dom: readDom,
}

export function readOrder(): FoundOrder | undefined {
  const { adapter = 'auto' } = settings
  for (const [name, read] of Object.entries(ADAPTERS)) {
    const found = adapter === 'auto' || adapter === name ? read() : undefined
    if (found) return found
  }
  return undefined
}
