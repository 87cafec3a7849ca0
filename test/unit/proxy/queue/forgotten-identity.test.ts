/** Promise: a deleted dead letter takes only its own identity along. An order that was delivered since stays known. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { IncomingEvent, Queue } from '../../../../src/proxy/queue/index.js'
import type { TestDatabase } from '../../../support/engines/test-database.js'
import { describeEngines } from '../../../support/engines.js'

const DAY_MS = 86_400_000
const keys = [Buffer.alloc(32, 7)]

describeEngines('the memory of a dead letter', (newDatabase) => {
  let database: TestDatabase
  let queue: Queue
  let nowMs: number

  beforeEach(async () => {
    nowMs = 1_800_000_000_000
    database = await newDatabase()
    queue = await database.openQueue({ keys, now: () => nowMs })
  })
  afterEach(async () => {
    await queue.close()
    await database.remove()
  })

  function newOrder(signed = false, cart_data: { order_number?: string } = { order_number: '1001' }): IncomingEvent {
    nowMs += 1_000
    const body = { email: 'ada@example.com', cart_data }
    return { id: randomUUID(), kind: 'convert', body, signed, ageMs: 0 }
  }

  async function deadLetter(order: IncomingEvent) {
    await queue.accept(order)
    await queue.claim(1)
    await queue.ack(order.id, { as: 'dead', reason: 'no_session' })
  }

  async function deliver(order: IncomingEvent) {
    await queue.accept(order)
    for (const { id } of (await queue.claim(9)).events) await queue.ack(id, { as: 'delivered' })
  }

  async function drop({ id }: IncomingEvent) {
    const admin = await database.openAdmin({ keys, now: () => nowMs })
    await admin.drop({ id })
    await admin.close()
  }

  describe('an order whose dead letter is deleted', () => {
    test('by the operator is new again', async () => {
      const dead = newOrder()
      await deadLetter(dead)
      await drop(dead)
      expect(await queue.accept(newOrder())).toBe('new')
    })

    test('by the operator stays known if it was delivered signed in the meantime', async () => {
      const dead = newOrder()
      await deadLetter(dead)
      await deliver(newOrder(true))
      await drop(dead)
      expect(await queue.accept(newOrder())).toBe('duplicate')
    })

    test('by the operator stays known if it had no number and was reported again late', async () => {
      const newCart = () => newOrder(false, {})
      const dead = newCart()
      await deadLetter(dead)
      nowMs += DAY_MS
      await deliver(newCart())
      await drop(dead)
      expect(await queue.accept(newCart())).toBe('duplicate')
    })

    test('by its age stays known if it was delivered signed in the meantime', async () => {
      await deadLetter(newOrder())
      await deliver(newOrder(true))
      nowMs += 15 * DAY_MS
      await queue.sweep()
      expect(await queue.accept(newOrder())).toBe('duplicate')
    })
  })
})
