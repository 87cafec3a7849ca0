/** W3C Customer Experience Digital Data, 6.5: `digitalData.transaction`. */
import type { FoundOrder } from '../order.js'
import { readPath } from './read-path.js'

export function readDigitalData(): FoundOrder | undefined {
  const { transactionID, total, item } = Object(readPath(window, 'digitalData.transaction'))
  return (transactionID ?? item) && { cart_data: { ...total, transactionID }, cart_items: [item].flat().map((each) => ({ ...each, ...each.productInfo, price: each.price.basePrice }))}
}
