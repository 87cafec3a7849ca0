/** Promise: events are claimed in advance while the API is fast, and unsent events are given back. */
import { beforeEach, describe, expect, test } from 'vitest'
import { createPrefetch, type Prefetch } from '../../../../src/proxy/forward/prefetch.js'
import type { QueuedEvent } from '../../../../src/proxy/queue/index.js'

let nowMs: number
let claims: number[]
let released: string[][]
let left: number
let prefetch: Prefetch

beforeEach(() => {
  nowMs = 0
  claims = []
  released = []
  left = 1_000
  prefetch = createPrefetch({ claim, release: async (ids) => void released.push(ids) }, () => nowMs)
})

async function claim(most: number) {
  claims.push(most)
  const events = Array.from({ length: Math.min(most, left) }, (_, place) => {
    const id = `${left - place}`
    return { id, kind: 'convert', text: '{}', idempotencyKey: id, ageMs: 5, customer: id } as QueuedEvent
  })
  left -= events.length
  return { events, nextInMs: events.length < most ? 700 : undefined }
}

const take = async (wanted: number, isAhead = true) => (await prefetch.take(wanted, isAhead)).events.map(({ id }) => id)

test('a slow API gets the wanted events, with one claim for each', async () => {
  for (nowMs = 200; nowMs < 1_000; nowMs += 200) await take(4)
  expect(claims).toEqual([4, 4, 4, 4])
})

test('a fast API gets more with each claim, up to 32, in order', async () => {
  const ids: string[] = []
  for (let turn = 0; turn < 100; turn += 1) {
    nowMs += 1
    ids.push(...(await take(1)))
  }
  expect(claims).toEqual([1, 2, 4, 8, 16, 32, 32, 32])
  expect(ids).toEqual(Array.from({ length: 100 }, (_, place) => `${1_000 - place}`))
})

test('the last events name the time of the next ones', async () => {
  left = 1
  expect(await prefetch.take(4, true)).toMatchObject({ events: [{ id: '1' }], nextInMs: 700 })
})

describe('an event that was claimed in advance', () => {
  beforeEach(async () => {
    for (nowMs of [0, 1, 2]) await take(1)
    await take(1)
    claims = []
  })

  test('is older by the time it is sent', async () => {
    nowMs += 50
    expect((await prefetch.take(1, true)).events).toMatchObject([{ ageMs: 55 }])
    expect(claims).toEqual([])
  })

  test.each<[when: string, act: () => Promise<unknown>]>([
    [
      'a second is over',
      () => {
        nowMs += 1_001
        return take(1)
      },
    ],
    ['the API is in trouble', () => take(1, false)],
    ['sending has stopped', () => prefetch.release()],
  ])('is given back when %s', async (_when, act) => {
    await act()
    expect(released).toEqual([['996', '995', '994']])
  })
})
