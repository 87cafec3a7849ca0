/** Promise: many events are counted a few at a time, so that orders are stored in between, and the figures are those of all. */
import { expect, test } from 'vitest'
import { count } from '../../../../src/proxy/queue/count.js'
import { prepare } from '../../../../src/proxy/queue/schema.js'
import type { Store } from '../../../../src/proxy/queue/store/index.js'
import { openForProxy } from '../../../../src/proxy/queue/store/libsql.js'
import { createSeal } from '../../../../src/proxy/seal.js'

const STATES = ['ready', 'behind', 'dead', 'held', 'ready']
const INSERT = `INSERT INTO events (id, kind, customer, signed, occurred, received, state, reason, due, mark, mark_until, bytes)
  VALUES (?1, 'convert', 'c', 0, ?2, 0, ?3, ?4, 0, '', 0, 10)`

async function openFilled(): Promise<Store> {
  const store = openForProxy(':memory:', { now: () => 1_000 })
  await prepare(store, { seal: createSeal([Buffer.alloc(32)]) })
  await store.transaction('ack', async ({ ask }) => {
    for (const [index, state] of STATES.entries()) {
      await ask(INSERT, [String(index), 100 - index, state, state === 'dead' ? 'refused' : null])
    }
  })
  return store
}

test.each([1, 2, 5, 100])('%i at once', async (atOnce) => {
  const store = await openFilled()
  const read = store.read
  let reads = 0
  let turns = 0
  store.read = (work) => {
    reads += 1
    setTimeout(() => (turns += 1))
    return read(work)
  }
  expect(await count(store, atOnce)).toMatchObject({
    waiting: 4,
    waitingBytes: 40,
    dead: 1,
    oldestWaitingMs: 904,
    waitingBy: [
      { kind: 'convert', reason: undefined, count: 3 },
      { kind: 'convert', reason: 'unknown_list', count: 1 },
    ],
    deadBy: [{ kind: 'convert', reason: 'refused', count: 1 }],
  })
  // One more read for those that made room; and each but the last two let somebody else have a turn.
  expect([reads, turns >= reads - 2]).toEqual([Math.floor(STATES.length / atOnce) + 2, true])
  await store.close()
})
