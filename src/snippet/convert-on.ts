/** The setting `convertOn`: an order that converts by itself, once per order number. */
import { onPush } from './adapters/data-layer.js'
import { readEmail } from './adapters/email.js'
import { readOrder } from './adapters/index.js'
import { readPaths } from './adapters/read-path.js'
import { attempt } from './attempt.js'
import { convert } from './convert.js'
import { CART } from './normalise/fields.js'
import { toOrderNumber } from './normalise/text.js'
import { onShow } from './page-life.js'
import { settings } from './settings.js'

/** E-mails by order number. */
const fired: Record<string, string | undefined> = {}

export function convertOn(): void {
  const { convertOn, adapter } = settings
  const isLoad = convertOn === 'load'
  /** An order without a number could not be told from the next one: it does not convert by itself. */
  const fire = () => {
    attempt(() => {
      const ecommerce = readOrder(isLoad ? (adapter as string) : 'data-layer')
      const number = toOrderNumber(readPaths(ecommerce, CART.order_number[0])[0])
      if (fired[number]) return
      // Without an e-mail once more: the page may say it a moment later, or have it further down.
      fired[number] = readEmail(ecommerce)
      void convert({ ecommerce })
    })
  }
  // By then the page may have another data layer, or the e-mail that it did not have yet.
  if (convertOn) {
    onShow(fire)
    if (!isLoad) onPush(fire)
  }
}
