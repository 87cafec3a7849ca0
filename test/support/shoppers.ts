/** Customers who order until the proxy stops answering, and a check of all acknowledged orders. */
import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import { newEmail } from './api.js'
import { newOrder, ORIGIN, toPassed } from './proxy.js'
import type { TroubledApi } from './troubled-api.js'

const SHOPPERS = 6
/** The number of orders that each customer places, one after another. */
const ORDERS = 2

/** Orders that were answered with 202, in the order of the answers for each customer. */
export type Accepted = { email: string; number: string }[]

/** Sends orders until the proxy stops answering. */
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
      accepted.push({ email, number: toPassed(order).cart_data.order_number })
      onAccepted()
    }
    await answer.arrayBuffer()
  }
  const shopper = async () => {
    for (let email = customers.pop(); email; email = customers.pop()) {
      for (let count = 0; count < ORDERS; count += 1) await send(email)
    }
  }
  // The proxy was killed during an answer, so this shopper has no further acknowledged order.
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

/** Counts orders without effect, orders with more than one effect, and orders that overtook an earlier one of their customer. */
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

/** If the proxy was killed before it stored the API's answer, an order may come twice. The next order comes after both. */
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
  /** The address that takes the orders. */
  urls: () => string[]
  rounds: number
  /** Kills a process. @returns a function that starts it again after the shoppers have stopped */
  kill(round: number): Promise<() => Promise<void>>
  /** The longest time between the first answer and the kill. */
  withinMs?: number
}

/** Kills a process under load at random times and starts it again. @returns the acknowledged orders */
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
    // Counted from the first answer, because the start of a process may take any time.
    await Promise.race([begun, shopping])
    await new Promise((resolve) => setTimeout(resolve, randomInt(0, withinMs)))
    const start = await kill(round)
    accepted.push(...(await shopping).flat())
    await start()
  }
  return accepted
}

/** Waits until none of these orders is lost, doubled or out of order. @returns a sentence with the counts */
export async function untilNothingIsWrong(api: TroubledApi, accepted: Accepted, rounds: number): Promise<string> {
  await expect.poll(() => countWrong(api, accepted), { interval: 500 }).toEqual(NOTHING_WRONG)
  expect(accepted.length).toBeGreaterThanOrEqual(rounds)
  return `${accepted.length} orders in ${rounds} rounds, none lost, doubled or out of order`
}
