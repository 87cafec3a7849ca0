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

  test('an event goes at once when another was delivered that was sent before', () => {
    breaker.hold('busy', 10 * MINUTE)
    breaker.tryEvent()
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
    expect([...most, breaker.allows().most, breaker.held]).toEqual([1, 2, 3, 4, 4, undefined])
  })
})

describe('where the process may end at any time', () => {
  test('the next one holds as well, and forgets it with the answer that ends it', () => {
    breaker.hold('credentials', MINUTE)
    breaker = create()
    expect([breaker.held, breaker.allows()]).toEqual(['credentials', { most: 0, atMs: nowMs + MINUTE }])
    breaker.pass()
    expect(kept).toEqual({ question: 'untried' })
  })

  test.each(['suits', 'unsuited'] as const)(
    'the next one knows whether the question suits the API (%s)',
    (question) => {
      breaker.hold('busy')
      breaker.know(question)
      breaker.pass()
      expect([create().question, create().held]).toEqual([question, undefined])
    },
  )
})

test('three customers in a row whose events for one target wait alone: the API takes none, though nothing is held', () => {
  for (const customer of ['a', 'b', 'b']) breaker.mind('orders', customer)
  breaker.mind('list x', 'c')
  expect(breaker.takesNone).toBe(false)
  breaker.mind('orders', 'c')
  expect([breaker.takesNone, breaker.held, breaker.allows()]).toEqual([true, undefined, { most: 4 }])
  breaker.read('list x')
  expect(breaker.takesNone).toBe(true)
  breaker.read('orders')
  expect(breaker.takesNone).toBe(false)
})
