/** Stores an order as a dead letter before a proxy opens the database. In a running proxy, a refusal takes over an hour to become one. */
import type { IncomingEvent } from '../../src/proxy/queue/index.js'
import { openQueue } from '../../src/proxy/queue/open.js'
import { createSeal } from '../../src/proxy/seal.js'
import type { Settings } from '../../src/proxy/settings.js'
import { createSettings, type newOrder, toPassed } from './proxy.js'

/** @param answer the API's answer */
export async function storeDeadLetter(more: Partial<Settings>, order: ReturnType<typeof newOrder>, answer: string) {
  const settings = createSettings(more)
  const { database, keys } = settings
  const queue = await openQueue({ database, seal: createSeal(keys), shop: settings, log: () => {} })
  const { id } = order
  await queue.accept({ id, kind: 'convert', body: toPassed(order), ageMs: 0, signed: false } as IncomingEvent)
  await queue.claim(1)
  await queue.settle(id, { as: 'dead', reason: 'refused', status: 422, answer })
  await queue.close()
}
