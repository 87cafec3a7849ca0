/** The setting `convertOn`: an order that converts by itself, once per order number. */
import { onPush } from './adapters/data-layer.js'
import { readOrder } from './adapters/index.js'
import { readPaths } from './adapters/read-path.js'
import { attempt } from './attempt.js'
import { convert } from './convert.js'
import { CART } from './normalise/fields.js'
import { toOrderNumber } from './normalise/text.js'
import { onShow } from './page-life.js'
import { settings } from './settings.js'

const fired = new Set<string>()

export function convertOn(): void {
  const { convertOn, adapter } = settings
  if (convertOn === 'load') onShow(() => fire(adapter as string))
  else if (convertOn) onPush(() => fire('data-layer'))
}

/** An order without a number could not be told from the next one: it does not convert by itself. */
function fire(adapter: string): void {
  attempt(() => {
    const found = readOrder(adapter)
    const number = toOrderNumber(readPaths(found, CART.order_number[0])[0])
    if (!fired.has(number)) void convert({ ecommerce: found })
    fired.add(number)
  })
}
