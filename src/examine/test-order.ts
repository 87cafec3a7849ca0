/** Sends the page's order as a test order, which the API never converts: with neither its customer nor its number. */
import { toTestOrder } from '../contract/test-order.js'
import type { Tested } from '../contract/verify.js'
import { toFields } from '../snippet/core/fields.js'
import { toId } from '../snippet/core/id.js'
import { parseJson } from '../snippet/core/safely.js'
import { findViolation } from './diagnosis.js'
import type { Facts } from './facts.js'
import { toReason } from './sentences.js'
import { ask, testConnection, toAsked } from './test-connection.js'

/** Says whether the page has an order that may be sent now. */
export const hasTestOrder = ({ order, status }: Pick<Facts, 'order' | 'status'>): boolean =>
  order !== undefined && (status?.consent === 'granted' || status?.consent === 'not-required')

/** @param read what there is to know at this moment, masked */
export async function sendTestOrder(read: () => Facts): Promise<Tested> {
  const facts = read()
  const { endpoint, body } = facts
  if (endpoint === undefined) return { sentence: toReason('no_endpoint') }
  if (hasTestOrder(facts)) {
    const event = toTestOrder(toId(), body)
    const answer = await ask(toAsked(endpoint), { redirect: 'manual', body: JSON.stringify(event) })
    const text = answer instanceof Response ? await answer.text().catch(String) : ''
    const { ok, id, ignored } = toFields(parseJson(text))
    if (ok === true && id === event.id)
      return {
        sentence: ['The proxy has taken a test order with what this page says.'],
        id: event.id,
        ignored: Array.isArray(ignored) ? ignored.map(String) : [],
      }
  }
  return { sentence: await testConnection(endpoint, () => findViolation(read()) !== undefined) }
}
