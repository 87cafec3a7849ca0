/** Customers who order until nobody answers, and what became of the orders that were taken. */
import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import { newEmail } from './api.js'
import { newOrder, ORIGIN } from './proxy.js'
import type { TroubledApi } from './troubled-api.js'

const SHOPPERS = 6
/** How many orders each customer places, one after the other. */
const ORDERS = 2

/** Orders that were answered with 202, of each customer in the order of their answers. */
export type Accepted = { email: string; number: string }[]

/** Sends orders until nobody answers. */
export async function shop(url: string, customers: string[], onAccepted = () => {}): Promise<Accepted> {
  const accepted: Accepted = []
  const send = async (email: string) => {
    const order = newOrder({ email })
    const answer = await fetch(`${url}/ringup`, {
      method: 'POST',
      headers: { origin: ORIGIN },
      body: JSON.stringify(order),
    })
    if (answer.status === 202) {
      accepted.push({ email, number: order.body.cart_data.order_number })
      onAccepted()
    }
    await answer.arrayBuffer()
  }
  const shopper = async () => {
    for (let email = customers.pop(); email; email = customers.pop()) {
      for (let count = 0; count < ORDERS; count += 1) await send(email)
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

/** How many of the orders had no effect, how many more than one, and how many came before an earlier one of their customer. */
export interface Wrong {
  lost: number
  doubled: number
  outOfOrder: number
}
export const NOTHING_WRONG: Wrong = { lost: 0, doubled: 0, outOfOrder: 0 }

export async function countWrong(api: TroubledApi, accepted: Accepted): Promise<Wrong> {
  const effects = await api.effects()
  const toEffects = ({ number }: Accepted[number]) => effects.get(number) ?? 0
  return {
    lost: accepted.filter((order) => toEffects(order) === 0).length,
    doubled: accepted.filter((order) => toEffects(order) > 1).length,
    outOfOrder: countOutOfOrder(api, accepted),
  }
}

/** An order may come twice, when the proxy was killed before it had written down the answer; then the next comes after both. */
function countOutOfOrder(api: TroubledApi, accepted: Accepted): number {
  const first = new Map<string, number>()
  const last = new Map<string, number>()
  for (const [place, { body }] of api.acted.entries()) {
    const number = String(Object(body.cart_data).order_number)
    if (!first.has(number)) first.set(number, place)
    last.set(number, place)
  }
  const before = new Map<string, string>()
  return accepted.filter(({ email, number }) => {
    const earlier = last.get(before.get(email) ?? '') ?? -1
    before.set(email, number)
    return (first.get(number) ?? Number.POSITIVE_INFINITY) < earlier
  }).length
}

interface Killed {
  api: TroubledApi
  /** Where the shoppers order. */
  urls: () => string[]
  rounds: number
  /** Kills something, and answers what starts it again when the shoppers have gone. */
  kill(round: number): Promise<() => Promise<void>>
  /** The moment of the kill, at most so long after the first answer. */
  withinMs?: number
}

/** Kills something under load at random moments, and starts it again. @returns the orders that were taken */
export async function killAgainAndAgain({ api, urls, rounds, kill, withinMs = 60 }: Killed): Promise<Accepted> {
  const accepted: Accepted = []
  let customers: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (customers.length < 60) customers = [...customers, ...(await inviteCustomers(api, 120))]
    let onAccepted = () => {}
    const begun = new Promise<void>((resolve) => {
      onAccepted = resolve
    })
    const shopping = Promise.all(urls().map((url) => shop(url, customers, onAccepted)))
    // Counted from its first answer: a process just started may take longer for that than any fixed time.
    await Promise.race([begun, shopping])
    await new Promise((resolve) => setTimeout(resolve, randomInt(0, withinMs)))
    const start = await kill(round)
    accepted.push(...(await shopping).flat())
    await start()
  }
  return accepted
}

/** Waits until none of these orders is lost, doubled or out of order. @returns that, as a figure */
export async function untilNothingIsWrong(api: TroubledApi, accepted: Accepted, rounds: number): Promise<string> {
  await expect.poll(() => countWrong(api, accepted), { interval: 500 }).toEqual(NOTHING_WRONG)
  expect(accepted.length).toBeGreaterThanOrEqual(rounds)
  return `${accepted.length} orders in ${rounds} rounds, none lost, doubled or out of order`
}
