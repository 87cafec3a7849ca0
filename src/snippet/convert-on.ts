/** The setting `convertOn`: an order that converts by itself, once per order number. */
import { onPurchase } from './adapters/data-layer.js'
import { readOrder } from './adapters/index.js'
import { convertFound } from './convert.js'
import { toOrderNumber } from './normalise/text.js'
import type { FoundOrder } from './order.js'
import { announce } from './outcome.js'
import { onShow } from './page-life.js'
import { settings } from './settings.js'

const fired = new Set<string>()

export function convertOn(): void {
  const event = settings.convertOn
  if (event === 'load') onShow(() => fire(readOrder()))
  else if (event) onPurchase(event, fire)
}

/** An order without a number could not be told from the next one: it does not convert by itself, and that is said. */
function fire(found: FoundOrder | undefined): void {
  const number = toOrderNumber(found?.cart_data?.order_number)
  const once = `${number} ${found?.email}` // rejected for want of an e-mail, an order may come again with it
  if (!number) announce({ id: '', kind: 'convert', status: 'rejected', reason: 'no_order_number' })
  else if (!fired.has(once)) {
    fired.add(once)
    void convertFound(() => found)
  }
}
