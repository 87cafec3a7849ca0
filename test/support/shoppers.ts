/** Many customers who order at once, and the question afterwards: has each order that was answered 202 one effect? */
import { newEmail } from './api.js'
import { newOrder, ORIGIN } from './proxy.js'
import type { TroubledApi } from './troubled-api.js'

const SHOPPERS = 6

/**
 * Sends an order of each customer, until nobody answers.
 *
 * @returns the numbers of those that were answered with 202
 */
export async function shop(url: string, customers: string[], onAccepted = () => {}): Promise<string[]> {
  const accepted: string[] = []
  const shopper = async () => {
    for (let email = customers.pop(); email; email = customers.pop()) {
      const order = newOrder({ email })
      const answer = await fetch(`${url}/ringup`, {
        method: 'POST',
        headers: { origin: ORIGIN },
        body: JSON.stringify(order),
      })
      if (answer.status === 202) {
        accepted.push(order.body.cart_data.order_number)
        onAccepted()
      }
      await answer.arrayBuffer()
    }
  }
  // Killed in the middle of an answer: this shopper has nothing accepted to count any more.
  await Promise.all(Array.from({ length: SHOPPERS }, () => shopper().catch(() => {})))
  return accepted
}

/** @returns customers whom the API knows, each with a session of their own */
export async function inviteCustomers(api: TroubledApi, count: number): Promise<string[]> {
  const customers = Array.from({ length: count }, newEmail)
  const uninvited = [...customers]
  const invite = async () => {
    for (let email = uninvited.pop(); email; email = uninvited.pop()) await api.newCustomer(email)
  }
  await Promise.all(Array.from({ length: SHOPPERS }, invite))
  return customers
}

/** How many of the orders have another number of effects than one. */
export async function countWrong(api: TroubledApi, accepted: string[]): Promise<number> {
  const effects = await api.effects()
  return accepted.filter((number) => effects.get(number) !== 1).length
}
