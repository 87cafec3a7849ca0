/** The API is asked by four at once, by nobody while it is away or wrong, and by one to see whether it is back. */
import { beforeEach, describe, expect, test } from 'vitest'
import { type Breaker, createBreaker, type Pause } from '../../../src/proxy/breaker.js'

let nowMs: number
let breaker: Breaker
beforeEach(() => {
  nowMs = 1_000_000
  breaker = createBreaker(() => nowMs)
})

const fail = (times: number) => {
  for (let time = 0; time < times; time += 1) breaker.fail()
}

describe('transport failures', () => {
  test.each([
    [0, 4, undefined],
    [4, 4, undefined],
    [5, 0, 'unreachable'],
  ])('after %i in a row %i may be under way, because it is %s', (times, limit, reason) => {
    fail(times)
    expect({ limit: breaker.limit(), reason: breaker.reason }).toEqual({ limit, reason })
  })

  test('an answer between them begins the count again', () => {
    fail(4)
    breaker.pass()
    fail(4)
    expect(breaker.reason).toBeUndefined()
  })
})

describe('an open breaker', () => {
  beforeEach(() => fail(5))

  test('lets one probe through after 5 s, not before', () => {
    nowMs += 4_999
    expect(breaker.limit()).toBe(0)
    nowMs += 1
    expect(breaker.limit()).toBe(1)
  })

  test('stays open for 5 s more when the probe fails', () => {
    nowMs += 5_000
    fail(1)
    expect(breaker).toMatchObject({ reason: 'unreachable', probeAtMs: nowMs + 5_000 })
  })

  test('lets one through when the clock is set back, and not at the old time again', () => {
    nowMs -= 3_600_000
    expect(breaker.limit()).toBe(1)
    fail(1)
    expect([breaker.limit(), breaker.probeAtMs]).toEqual([0, nowMs + 5_000])
  })

  test('ramps from one to four after the probe', () => {
    nowMs += 5_000
    const limits = [1, 2, 3, 4, 5].map(() => {
      breaker.pass()
      return breaker.limit()
    })
    expect(limits).toEqual([1, 2, 3, 4, 4])
  })

  test('takes five failures to open again', () => {
    nowMs += 5_000
    breaker.pass()
    fail(4)
    expect(breaker.reason).toBeUndefined()
  })
})

describe('a pause', () => {
  beforeEach(() => breaker.pause('credentials', 60_000))

  test.each<[what: string, act: () => void]>([
    ['an answer', () => breaker.pass()],
    ['a failure', () => fail(6)],
    ['a shorter pause', () => breaker.pause('busy', 500)],
  ])('is neither cut short nor changed by %s to what was asked before it', (_what, act) => {
    nowMs += 59_000
    act()
    expect(breaker).toMatchObject({ reason: 'credentials', probeAtMs: 1_060_000 })
    expect(breaker.limit()).toBe(0)
  })

  test('is made longer by a longer one', () => {
    breaker.pause('busy', 90_000)
    expect(breaker).toMatchObject({ reason: 'busy', probeAtMs: 1_090_000 })
  })

  test('ends with an answer to the probe', () => {
    nowMs += 60_000
    breaker.pass()
    expect(breaker.reason).toBeUndefined()
  })

  test('goes over into waiting for the network when the probe gets no answer', () => {
    nowMs += 60_000
    fail(1)
    expect(breaker).toMatchObject({ reason: 'unreachable', probeAtMs: nowMs + 5_000 })
  })
})

describe('a pause that is kept', () => {
  let kept: Pause | undefined
  const create = () =>
    createBreaker(() => nowMs, {
      read: () => kept,
      write(pause) {
        kept = pause
      },
    })

  test('holds where another process begins', () => {
    create().pause('busy', 60_000)
    const next = create()
    expect([next.reason, next.limit(), next.probeAtMs]).toEqual(['busy', 0, nowMs + 60_000])
    nowMs += 60_000
    expect(next.limit()).toBe(1)
  })

  test('is forgotten with the answer that ends it', () => {
    create().pause('credentials', 60_000)
    nowMs += 60_000
    create().pass()
    expect([kept, create().limit()]).toEqual([undefined, 4])
  })
})
