/** The event of the data layer that brings the order. */
import type { Sample } from '../sample/sample.js'

/** Names of an order's number, as GA4, Universal Analytics and Tag Manager's first guide have it. */
const NUMBERS = ['transaction_id', 'transactionId', 'transactionID']

/**
 * @param chosen stays where the sample has an event of this name, or none at all
 * @returns the last event with an order; `load` where only the W3C’s global has one
 */
export function toEventName({ layer, digitalData }: Pick<Sample, 'layer' | 'digitalData'>, chosen: string): string {
  const names = layer.filter(hasOrder).map(toName)
  if (names.includes(chosen)) return chosen
  if (names.length > 0) return names.at(-1) ?? chosen
  return digitalData === undefined ? chosen : 'load'
}

/** Reads `gtag('event', name, …)` too. */
const toName = (entry: unknown) => {
  const name = Array.isArray(entry) ? entry[1] : Object(entry).event
  return typeof name === 'string' ? name : undefined
}

function hasOrder(entry: unknown): boolean {
  const { ecommerce, eventModel, ...own } = Object(Array.isArray(entry) ? entry[2] : entry)
  const purchase = Object(Object(ecommerce).purchase)
  return (
    [own, ecommerce, eventModel].some((each) => NUMBERS.some((name) => name in Object(each))) ||
    'actionField' in purchase
  )
}
