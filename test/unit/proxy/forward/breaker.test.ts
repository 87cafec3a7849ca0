/** The API is asked by four at once, by nobody while it is away or wrong, and by one to see whether it is back. */
import { beforeEach, describe, expect, test } from 'vitest'
import { type Breaker, createBreaker, type Pause } from '../../../../src/proxy/forward/breaker.js'

let nowMs: number
let breaker: Breaker
beforeEach(() => {
  nowMs = 1_000_000
  breaker = createBreaker({ now: () => nowMs })
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
    expect({ limit: breaker.allows().most, reason: breaker.trouble }).toEqual({ limit, reason })
  })

  test('an answer between them begins the count again', () => {
    fail(4)
    breaker.pass()
    fail(4)
    expect(breaker.trouble).toBeUndefined()
  })
})

describe('an open breaker', () => {
  beforeEach(() => fail(5))

  test('lets one probe through after 5 s, not before', () => {
    nowMs += 4_999
    expect(breaker.allows().most).toBe(0)
    nowMs += 1
    expect(breaker.allows().most).toBe(1)
  })

  test('stays open for 5 s more when the probe fails', () => {
    nowMs += 5_000
    fail(1)
    expect([breaker.trouble, breaker.allows().atMs]).toEqual(['unreachable', nowMs + 5_000])
  })

  test('lets one through when the clock is set back, and not at the old time again', () => {
    nowMs -= 3_600_000
    expect(breaker.allows().most).toBe(1)
    fail(1)
    expect([breaker.allows().most, breaker.allows().atMs]).toEqual([0, nowMs + 5_000])
  })

  test('ramps from one to four after the probe', () => {
    nowMs += 5_000
    const limits = [1, 2, 3, 4, 5].map(() => {
      breaker.pass()
      return breaker.allows().most
    })
    expect(limits).toEqual([1, 2, 3, 4, 4])
  })

  test('takes five failures to open again', () => {
    nowMs += 5_000
    breaker.pass()
    fail(4)
    expect(breaker.trouble).toBeUndefined()
  })
})

describe('a pause', () => {
  beforeEach(() => breaker.busy(60_000))

  test.each<[what: string, act: () => void]>([
    ['an answer', () => breaker.pass()],
    ['a failure', () => fail(6)],
    ['a shorter pause', () => breaker.busy(500)],
  ])('is neither cut short nor changed by %s to what was asked before it', (_what, act) => {
    nowMs += 59_000
    act()
    expect([breaker.trouble, breaker.allows().atMs]).toEqual(['busy', 1_060_000])
    expect(breaker.allows().most).toBe(0)
  })

  test('is made longer by a longer one', () => {
    breaker.busy(90_000)
    expect([breaker.trouble, breaker.allows().atMs]).toEqual(['busy', 1_090_000])
  })

  test('ends with an answer to the probe', () => {
    nowMs += 60_000
    breaker.pass()
    expect(breaker.trouble).toBeUndefined()
  })

  test('goes over into waiting for the network when the probe gets no answer', () => {
    nowMs += 60_000
    fail(1)
    expect([breaker.trouble, breaker.allows().atMs]).toEqual(['unreachable', nowMs + 5_000])
  })
})

describe('a pause that is kept', () => {
  let kept: Pause | undefined
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

  test('holds where another process begins', () => {
    create().busy(60_000)
    const next = create()
    expect([next.trouble, next.allows().most, next.allows().atMs]).toEqual(['busy', 0, nowMs + 60_000])
    nowMs += 60_000
    expect(next.allows().most).toBe(1)
  })

  test('is forgotten with the answer that ends it', () => {
    create().busy(60_000)
    nowMs += 60_000
    create().pass()
    expect([kept, create().allows().most]).toEqual([undefined, 4])
  })
})

describe('an answer of a wrong key or address', () => {
  const doubt = (customer: string, more: object = {}) =>
    breaker.doubt('credentials', { customer, kind: 'convert', misses: 0, isQuestion: false, beforeMs: 0, ...more })

  test('asks with one event of another customer, of another kind where there is one', () => {
    expect(doubt('ada')).toBe('alone')
    expect(breaker.allows()).toEqual({ most: 1, which: { notOf: ['ada'], asQuestion: { notKind: 'convert' } } })
  })

  test('was about that event when the other is taken', () => {
    doubt('ada')
    breaker.pass()
    expect([breaker.trouble, breaker.allows()]).toEqual([undefined, { most: 4 }])
  })

  test('holds everything when the other is not, and then asks with a third', () => {
    doubt('ada')
    expect(doubt('eve', { isQuestion: true })).toBe('held')
    expect([breaker.trouble, breaker.allows()]).toEqual(['credentials', { most: 0, atMs: nowMs + 1_000 }])
    nowMs += 1_000
    expect(breaker.allows()).toEqual({ most: 1, which: { asQuestion: { notKind: 'convert' }, notOf: ['eve'] } })
  })

  test('holds for longer each time in a row, a minute at most: two strangers could else hold all orders that long', () => {
    const waits = () => Number(breaker.allows().atMs) - nowMs
    const seen: number[] = []
    doubt('ada')
    for (const name of 'abcde') {
      doubt(name, { isQuestion: true })
      seen.push(waits())
      nowMs += waits()
    }
    breaker.pass()
    doubt('ada')
    doubt('eve', { isQuestion: true })
    expect([...seen, waits()]).toEqual([1_000, 5_000, 15_000, 60_000, 60_000, 1_000])
  })

  test('to what was asked before holds nothing', () => {
    doubt('ada')
    expect(doubt('eve')).toBe('asking')
    expect(breaker.allows()).toMatchObject({ most: 1, which: { notOf: ['ada', 'eve'] } })
  })

  test('is no question again for an event known for it, while others get through', () => {
    breaker.pass()
    expect(doubt('ada', { misses: 1, beforeMs: nowMs - 1 })).toBe('alone')
    expect(breaker.allows()).toEqual({ most: 4 })
  })

  test('is one again when nobody got through since', () => {
    breaker.pass()
    expect(doubt('ada', { misses: 1, beforeMs: nowMs + 1 })).toBe('asking')
    expect(breaker.trouble).toBe('credentials')
  })

  test('that is held is over as soon as any event is taken', () => {
    doubt('ada')
    doubt('eve', { isQuestion: true })
    breaker.pass()
    expect([breaker.trouble, breaker.allows().most]).toEqual([undefined, 1])
  })
})

describe('a busy API', () => {
  test.each([
    [1, undefined],
    [2, 'busy'],
  ])('that says so %i times in a row is in trouble: %s', (times, trouble) => {
    for (let time = 0; time < times; time += 1) breaker.busy()
    expect([breaker.trouble, breaker.allows().most]).toEqual([trouble, 4])
  })

  test('that is asked again and busy still is in the same trouble', () => {
    breaker.busy(1_000)
    nowMs += 1_000
    breaker.busy()
    expect(breaker.trouble).toBe('busy')
    breaker.pass()
    expect(breaker.trouble).toBeUndefined()
  })
})
