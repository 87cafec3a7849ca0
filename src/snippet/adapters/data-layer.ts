/** The data layer: GA4 and Universal Analytics, as tag managers push it and as `gtag()` does. */
import { attempt } from '../attempt.js'
import type { FoundOrder } from '../order.js'
import { settings } from '../settings.js'

export interface Entry {
  event?: unknown
  ecommerce?: Ecommerce | undefined
  eventModel?: Ecommerce
  user_data?: unknown
}
/** As it was pushed. */
type Raw = Entry & [unknown, string, Ecommerce]
type Ecommerce = Record<string, unknown> & { purchase?: { actionField?: object } }

/** The latest order first; a later `ecommerce: null` or another event does not hide it. */
export function readDataLayer(): FoundOrder[] {
  return readLayer()
    .filter(
      ({ ecommerce, event = ecommerce?.event }) =>
        event === 'purchase' || event === settings.convertOn || ecommerce?.purchase, // of Universal Analytics
    )
    .map(toFoundOrder)
}

/** A GA4 object, or one of Universal Analytics. */
export function toFoundOrder({ ecommerce, eventModel, user_data }: Entry): FoundOrder {
  return { user_data, ...eventModel, ...ecommerce, ...ecommerce?.purchase?.actionField }
}

/**
 * From the end. An entry is an object, or the `arguments` of `gtag('event', name, …)` or `gtag('set', name, …)`.
 * By `slice`: old libraries have another Array.from(), and what markup has put there is no list.
 */
export function readLayer(): Entry[] {
  return ([] as Raw[]).slice
    .call(toLayer())
    .map(
      (entry) =>
        attempt(() => (entry[0] ? { ecommerce: entry[2], event: entry[1], [entry[1]]: entry[2] } : { ...entry })) ?? {},
    )
    .reverse()
}

/** Calls back at once, and after each push. Whatever other scripts have put on `push` is kept. */
export function onPush(callback: () => void): void {
  const layer = toLayer()
  const { push } = layer
  layer.push = (...entries) => {
    const length = push.apply(layer, entries)
    callback()
    return length
  }
  callback()
}

/** A page may declare its data layer after this script has run: by then it must be the same one. */
function toLayer() {
  // biome-ignore lint/suspicious/noAssignInExpressions: read, and made where there is none
  return ((window as unknown as Record<string, Raw[]>)[settings.dataLayer] ??= []) // or whatever markup has put there
}
