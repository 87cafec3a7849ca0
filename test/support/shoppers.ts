/** Customers who order until nobody answers. */
import { randomInt } from 'node:crypto'
import { newEmail } from './api.js'
import { newOrder, ORIGIN } from './proxy.js'
import type { TroubledApi } from './troubled-api.js'

const SHOPPERS = 6

/** Sends orders until nobody answers; the numbers of those that were answered with 202. */
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

interface Killed {
  api: TroubledApi
  proxy: { url: string; start(): Promise<void>; kill(): Promise<void> }
  rounds: number
}

/** Kills the proxy under load at random moments, and starts it again. @returns the numbers of the orders it has accepted */
export async function killAgainAndAgain({ api, proxy, rounds }: Killed): Promise<string[]> {
  const accepted: string[] = []
  let customers: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (customers.length < 60) customers = [...customers, ...(await inviteCustomers(api, 120))]
    let onAccepted = () => {}
    const begun = new Promise<void>((resolve) => {
      onAccepted = resolve
    })
    const shopping = shop(proxy.url, customers, onAccepted)
    // Counted from its first answer: a process just started may take longer for that than any fixed time.
    await Promise.race([begun, shopping])
    await new Promise((resolve) => setTimeout(resolve, randomInt(0, 60)))
    await proxy.kill()
    accepted.push(...(await shopping))
    await proxy.start()
  }
  return accepted
}
