/**
 * Measures the cost of an order in a ledger with many delivered ones, and the time of the operator's queries. The queue itself fills the
 * rows.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingEvent, OpenQueue } from '../../../src/proxy/queue/index.js'
import { openQueue } from '../../../src/proxy/queue/open.js'
import { createSeal } from '../../../src/proxy/seal.js'
import { toMedian } from '../median.js'
import { newFile } from './filled.js'
import { KEY } from './processes.js'

const FILLED_AT_ONCE = 64
/** The number of orders that share a commit in a busy shop. */
const AT_ONCE = 16
const ORDERS = 1_600
const ROUNDS = 6

const open = (database: string) => openQueue({ database, seal: createSeal([KEY]), log: () => {} })

let number = 0
function newOrder(): IncomingEvent {
  number += 1
  const cart_items = [{ product_id: 'A', description: 'x'.repeat(700) }]
  const body = { email: `${number}@example.com`, cart_data: { order_number: `${number}` }, cart_items }
  return { id: randomUUID(), kind: 'convert', signed: false, ageMs: 0, network: `${number % 1_000}`, body }
}

async function deliver(queue: OpenQueue, orders: number, atOnce: number) {
  for (let done = 0; done < orders; done += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, () => queue.accept(newOrder())))
    const { events } = await queue.claim(atOnce)
    await Promise.all(events.map(({ id }) => queue.settle(id, { as: 'delivered', status: 200 })))
  }
}

/** @returns the CPU time of an order, in microseconds */
async function readCost(queue: OpenQueue) {
  const before = process.cpuUsage()
  await deliver(queue, ORDERS, AT_ONCE)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / ORDERS
}

async function readMs(ask: () => Promise<unknown>) {
  const from = performance.now()
  await ask()
  return performance.now() - from
}

/** Delivers so many orders through the queue itself. */
export async function fillDelivered(database: string, rows: number) {
  const queue = await open(database)
  await deliver(queue, rows, FILLED_AT_ONCE)
  await queue.close()
}

export async function benchDelivered(rows: number) {
  const [empty, filled] = [newFile(), newFile()]
  await fillDelivered(filled.database, rows)
  const fromMs = performance.now()
  const queue = await open(filled.database)
  const startMs = performance.now() - fromMs
  const other = await open(empty.database)
  const costs: { empty: number[]; filled: number[] } = { empty: [], filled: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.empty.push(await readCost(other))
    costs.filled.push(await readCost(queue))
  }
  const [one, many] = [toMedian(costs.empty), toMedian(costs.filled)]
  console.log(`${rows} delivered rows: start ${startMs.toFixed(0)} ms`)
  console.log(
    `CPU per order: ${one.toFixed(0)} µs empty, ${many.toFixed(0)} µs filled, ${(many / one).toFixed(2)} times`,
  )
  const questions = {
    find: () => queue.find({ order: '7' }),
    'events list --state delivered, a page': () => queue.page({ state: 'delivered' }, 50),
    latest: () => queue.latest(50),
    count: () => queue.count(),
  }
  for (const [name, ask] of Object.entries(questions)) console.log(`${name}: ${(await readMs(ask)).toFixed(1)} ms`)
  for (const each of [queue, other]) await each.close()
  for (const { remove } of [empty, filled]) await remove()
}
