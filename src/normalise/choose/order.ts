/** Chooses the page's order: of the data layer, else of JSON-LD. The two are not mixed. */
import type { Fields } from '../fields.js'
import { type Entry, findOrders, isOrder } from './entries.js'

/**
 * Chooses the order with the wanted number, else the one with the latest number, else the latest one with items. Of the reports of one
 * number, the one with most items counts, because a tag for ads repeats an order without its items.
 *
 * @param wanted the number that a caller has passed
 */
export function chooseOrder(entries: readonly Entry[], event: string | undefined, wanted?: string): Entry | undefined {
  const orders = findOrders(entries, event).reverse()
  const numbers = orders.map(({ number }) => number)
  const number = [wanted, ...numbers].find((each) => each !== undefined && numbers.includes(each))
  const reports = orders.filter((each) => each.number === number)
  const most = Math.max(...reports.map(({ itemCount }) => itemCount))
  const identified = reports.find(({ itemCount }) => itemCount === most && (most > 0 || number !== undefined))
  return identified ?? chooseJsonLd(entries, wanted) ?? orders[0]
}

/** Chooses the newest order of JSON-LD. If the dates of several do not decide, none counts. */
function chooseJsonLd(entries: readonly Entry[], wanted: string | undefined): Entry | undefined {
  const orders = entries.filter((entry) => entry.isJsonLd && isOrder(entry))
  const own = orders.filter(({ number }) => number !== undefined && number === wanted)
  const [newest, next] = (own.length > 0 ? own : orders).sort((one, other) => toDate(other.order) - toDate(one.order))
  return newest && (!next || toDate(newest.order) > toDate(next.order)) ? newest : undefined
}

/** Reads the order's own ISO date, in milliseconds since 1970. 0 if it has none: `05/12/2026` has no certain month. */
export const toDate = ({ orderDate }: Fields): number =>
  typeof orderDate === 'string' && /^\d{4}-\d\d-\d\d/.test(orderDate) ? Date.parse(orderDate.slice(0, 64)) || 0 : 0
