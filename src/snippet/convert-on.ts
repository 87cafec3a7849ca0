/** The setting `convertOn`: an order that converts by itself, once per order number. */
import { onPush } from './adapters/data-layer.js'
import { readOrder } from './adapters/index.js'
import { readPaths } from './adapters/read-path.js'
import { attempt } from './attempt.js'
import { convert } from './convert.js'
import { CART } from './normalise/fields.js'
import { toOrderNumber } from './normalise/text.js'
import { announce } from './outcome.js'
import { onShow } from './page-life.js'
import { settings } from './settings.js'

const fired = new Set<string | undefined>()

export function convertOn(): void {
  const { convertOn, adapter } = settings
  if (convertOn === 'load') onShow(() => fire(adapter as string))
  else if (convertOn) onPush(() => fire('data-layer'))
}

/** An order without a number could not be told from the next one: it does not convert by itself, and that is said. */
function fire(adapter: string): void {
  attempt(() => {
    const found = readOrder(adapter)
    const number = attempt(() => toOrderNumber(readPaths(found, CART.order_number[0])[0]))
    if (!found || fired.has(number)) return
    fired.add(number)
    if (number) void convert({ ecommerce: found })
    else announce({ id: '', kind: 'convert' }, 'rejected', 'no_order_number')
  })
}
