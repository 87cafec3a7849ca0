/** Finds the outcome of every reported event. */
import type { Shop } from './shop.js'

export interface Reconciled {
  accepted: number
  /** Orders of pages, whatever they were answered. */
  ofPages: number
  /** Neither at the API nor known to the proxy. */
  lost: string[]
  /** Two effects. One that the API has acted on, and refused when it was asked again, has one, and a dead letter. */
  doubled: string[]
  /** How many have ended as dead letters, by reason. */
  dead: Map<string, number>
  waiting: number
}

export async function reconcile({ api, engine, accepted, ofPages }: Shop): Promise<Reconciled> {
  const listed = await engine.list()
  const known = new Set(listed.map(({ id }) => id))
  const effects = await api.effects()
  const joined = new Set(api.acted.map(({ email }) => email)) // one sign-up each
  const countEffects = ({ body }: { body: object }) =>
    'cart_data' in body
      ? (effects.get((body.cart_data as { order_number: string }).order_number) ?? 0)
      : Number(joined.has((body as { email: string }).email))
  const events = [...accepted.values()]
  const reasons = listed.flatMap(({ state, reason }) => (state === 'dead' ? [reason ?? 'no reason'] : []))
  return {
    accepted: events.length,
    ofPages: ofPages.length,
    lost: [
      ...events.filter((event) => countEffects(event) === 0 && !known.has(event.id)).map(({ id }) => id),
      ...ofPages.filter((number) => !effects.get(number)),
    ],
    doubled: [
      ...events.filter((event) => countEffects(event) > 1).map(({ id }) => id),
      ...ofPages.filter((number) => (effects.get(number) ?? 0) > 1),
    ],
    dead: countEach(reasons),
    waiting: listed.length - reasons.length,
  }
}

function countEach(words: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
