import type { Facts } from '../../../src/examine/facts.js'
import { DEFAULTS } from '../../../src/snippet/core/settings.js'

/** A page without an order, on which everything is well and nothing has happened. */
export const quiet: Facts = {
  sources: { tags: 1, values: { ...DEFAULTS, convertOn: 'load' }, tag: {}, proxy: {}, overridden: [], misspelt: [] },
  status: { version: '1.0.0', consent: 'granted', storage: 'local', waiting: [], held: 0 },
  endpoint: 'https://shop.example/ringup/',
  isConverting: true,
  origin: 'https://shop.example',
  order: false,
  body: undefined,
  raw: {},
  problems: [],
  platform: undefined,
  proposal: {},
  emailLine: undefined,
  banners: [],
  heard: { outcomes: [], requests: [], violations: [], status: undefined, lacksRest: false },
}

const MUG = { product_id: 'MUG-1', name: 'Blue mug', item_qty: 1, price: 1999, qty_price: 1999 }

/** A page with a whole order. */
export const whole: Facts = {
  ...quiet,
  order: true,
  body: { email: 'a…@e….com', cart_data: { order_number: 'A-1', cart_value: 1999 }, cart_items: [MUG] },
}
