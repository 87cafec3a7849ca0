/** Everything is held while the API is away, tried again soon and then each minute, and goes on from one at a time to four. */
import { beforeEach, describe, expect, test } from 'vitest'
import { type Breaker, createBreaker, type Pause } from '../../../../src/proxy/forward/breaker.js'

const SECOND = 1_000
const MINUTE = 60_000

let nowMs: number
let kept: Pause | undefined
let breaker: Breaker
const create = () =>
  createBreaker({
    now: () => nowMs,
    kept: {
      read: () => kept,
      write(pause) {
        kept = pause
      },
    },
  })

beforeEach(() => {
  nowMs = 1_800_000_000_000
  kept = undefined
  breaker = create()
})

test('closed, four go at once', () => {
  expect(breaker.allows()).toEqual({ most: 4 })
})

describe('held', () => {
  test('the question goes after 1, 5 and 15 s, and then each minute', () => {
    const waits: number[] = []
    for (let times = 0; times < 5; times += 1) {
      breaker.hold('busy')
      breaker.trying() // an event is no matter here
      waits.push((breaker.allows().atMs ?? 0) - nowMs)
      nowMs += waits.at(-1) ?? 0
      expect(breaker.allows().trial).toBe('question')
    }
    expect(waits.map((ms) => ms / SECOND)).toEqual([1, 5, 15, 60, 60])
  })

  test('a wait that was asked for is kept, and each minute an event goes all the same', () => {
    breaker.hold('busy', 10 * MINUTE)
    expect(breaker.allows()).toEqual({ most: 0, atMs: nowMs + MINUTE })
    nowMs += MINUTE
    expect(breaker.allows()).toEqual({ most: 0, trial: 'event' })
    breaker.trying()
    expect(breaker.allows()).toEqual({ most: 0, atMs: nowMs + MINUTE })
  })

  test('a clock that was set back holds nothing until it has caught up', () => {
    breaker.hold('busy', MINUTE)
    nowMs -= 1
    expect(breaker.allows().trial).toBe('question')
  })

  test('it goes on from one at a time to four', () => {
    breaker.hold('unreachable')
    expect(breaker.pass()).toBe(true)
    const most = [1, 2, 3, 4].map(() => {
      const allowed = breaker.allows().most
      breaker.pass()
      return allowed
    })
    expect([...most, breaker.allows().most, breaker.trouble]).toEqual([1, 2, 3, 4, 4, undefined])
  })

  test('events are the trial where the question does not suit the API', () => {
    breaker.doubtQuestion()
    breaker.hold('busy')
    nowMs += SECOND
    expect(breaker.allows()).toEqual({ most: 0, trial: 'event' })
  })
})

describe('where the process may end at any time', () => {
  test('the next one holds as well, and forgets it with the answer that ends it', () => {
    breaker.hold('credentials', MINUTE)
    breaker = create()
    expect([breaker.trouble, breaker.allows()]).toEqual(['credentials', { most: 0, atMs: nowMs + MINUTE }])
    breaker.pass()
    expect(kept).toBeUndefined()
  })

  test('the next one knows that the question does not suit the API', () => {
    breaker.hold('busy')
    breaker.doubtQuestion()
    breaker.pass()
    expect(create().isUnsuited).toBe(true)
  })
})

test('three customers in a row whose events wait alone are trouble, though nothing is held', () => {
  for (const customer of ['a', 'b', 'b']) breaker.mind('credentials', customer)
  expect(breaker.trouble).toBeUndefined()
  breaker.mind('credentials', 'c')
  expect([breaker.trouble, breaker.allows()]).toEqual(['credentials', { most: 4 }])
})
