/** Compares the shop's orders with the API's records, and finds the missing orders in the proxy's ledger. */
import type { Trace } from '../../src/proxy/queue/index.js'
import type { ConvertEntry, Session } from '../reference-api/records.js'
import type { toExpected } from '../shop/orders.js'

export interface ApiData {
  sessions: Session[]
  conversions: ConvertEntry[]
}

export interface Reconciliation {
  /** Orders of the shop. */
  placed: number
  /** Orders that the API has once, with all amounts right. */
  arrived: number
  /** Orders that wait in the proxy. */
  inProxy: number
  /** Orders that the proxy does not send again. It keeps each with a reason. */
  aside: number
  /** Orders that the proxy has not received. A browser may keep them. */
  unreported: number
  /** Numbers of orders at the API whose amounts differ from the shop's. */
  wrong: string[]
  /** Numbers of orders that the ledger calls delivered, and that the API does not have. */
  lost: string[]
  /** Numbers of orders that changed more than one session. */
  doubled: string[]
}

/**
 * @param placed the orders as the API must have them
 * @param find finds the events of an order in the ledger
 */
export async function reconcile(
  placed: ReturnType<typeof toExpected>[],
  find: (order: string) => Promise<Pick<Trace, 'state'>[]>,
  readApi: () => Promise<ApiData>,
): Promise<Reconciliation> {
  const before = await readApi()
  const counts = { placed: placed.length, arrived: 0, inProxy: 0, aside: 0, unreported: 0 }
  const numbers: Pick<Reconciliation, 'wrong' | 'lost' | 'doubled'> = { wrong: [], lost: [], doubled: [] }
  for (const expected of placed) {
    const { order_number: number } = expected
    const effects = countEffects(before, number)
    if (effects > 1) numbers.doubled.push(number)
    if (effects > 0) {
      const session = before.sessions.find(({ cart }) => cart?.order_number === number)
      if (session && JSON.stringify(toConverted(session)) === JSON.stringify(expected)) counts.arrived += 1
      else numbers.wrong.push(number)
      continue
    }
    const states = (await find(number)).map(({ state }) => state)
    const place = PLACES.find(([state]) => states.includes(state))?.[1] ?? 'unreported'
    // An order may have arrived since the API was read.
    if (place !== 'lost') counts[place] += 1
    else if (countEffects(await readApi(), number) === 0) numbers.lost.push(number)
  }
  return { ...counts, ...numbers }
}

const countEffects = ({ conversions }: ApiData, number: string) =>
  conversions.filter(({ session, order_number }) => session !== null && order_number === number).length

/** The first state that an event of the order has decides. */
const PLACES: [Trace['state'], 'inProxy' | 'aside' | 'lost'][] = [
  ['waiting', 'inProxy'],
  ['dead', 'aside'],
  ['refused', 'aside'],
  ['delivered', 'lost'],
]

/** Converts a session to the form of the shop's `toExpected`. */
const toConverted = ({ email, cart, cart_items: items }: Pick<Session, 'email' | 'cart' | 'cart_items'>) => ({
  email,
  order_number: cart?.order_number,
  cart_value: cart?.cart_value,
  items: items.map((item) => [item.product_id, item.price, item.item_qty, item.qty_price]),
})

/** @param browser how many orders this browser keeps */
export function toStatement(reconciliation: Reconciliation, browser = 0): string {
  const { placed, arrived, inProxy, aside, wrong, lost, doubled } = reconciliation
  if (placed === 0) return 'The shop has no orders yet.'
  const unreported = Math.max(0, reconciliation.unreported - browser)
  const where = [
    browser > 0 && `${browser} in the browser`,
    unreported > 0 && `${unreported} not reported yet`,
    inProxy > 0 && `${inProxy} in the proxy`,
    aside > 0 && `${aside} kept with a reason`,
    wrong.length > 0 && `${wrong.length} with a wrong amount`,
  ].filter(Boolean)
  const parts = [`${placed} order${placed === 1 ? '' : 's'} in the shop`, `${arrived} at the API once and to the cent`]
  const lostWords = lost.length === 0 ? 'Nothing lost' : `Lost: ${lost.join(', ')}`
  const doubledWords = doubled.length === 0 ? 'nothing doubled' : `doubled: ${doubled.join(', ')}`
  return `${[...parts, ...where].join(', ')}. ${lostWords}, ${doubledWords}.`
}
