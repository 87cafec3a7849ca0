/**
 * Promise: a target is on hold only after two signs of trouble. It is tried from time to time, and opens with the first
 * delivery.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Question, Reply } from '../../../../src/proxy/forward/question.js'
import { createTarget, type Pause, type Target } from '../../../../src/proxy/forward/target.js'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const AWAY = { is: 'away', reason: 'busy' } as const

let nowMs: number
let kept: Pause | undefined
let target: Target
const silent = async (): Promise<Reply> => AWAY
const question: Question = { askedMs: undefined, failsSinceMs: undefined, ask: silent, askNow: silent }
const now = () => nowMs
const create = (asked = question) =>
  createTarget({
    question: asked,
    now,
    kept: {
      read: () => kept,
      write(pause) {
        kept = pause
      },
    },
  })

/** @param waitMs the `Retry-After` of the second answer */
function hold(waitMs?: number) {
  target.fail(AWAY)
  nowMs += 3 * SECOND
  target.fail(waitMs === undefined ? AWAY : { ...AWAY, waitMs })
}

beforeEach(() => {
  nowMs = 1_800_000_000_000
  kept = undefined
  target = create()
})

describe('the API', () => {
  test('is open for four parallel requests', () => {
    expect([target.state, target.most]).toEqual(['open', 4])
  })

  test('is doubted after a failed question, and on hold after a second one 3 s later', () => {
    target.fail(AWAY)
    target.fail(AWAY) // the reply to a concurrent event
    const states = [target.state]
    nowMs += 3 * SECOND
    target.fail(AWAY)
    expect([...states, target.state, target.held]).toEqual(['doubted', 'on hold', 'busy'])
  })

  test('is asked on hold after 1, 5 and 15 s, and then each minute', () => {
    hold()
    const waits: number[] = []
    for (let times = 0; times < 5; times += 1) {
      const fromMs = nowMs
      while (!target.due().includes('question')) nowMs += SECOND
      waits.push((nowMs - fromMs) / SECOND)
      target.trying('question')
      target.fail(AWAY)
    }
    expect(waits).toEqual([1, 5, 15, 60, 60])
  })

  test.each([
    ['second', 10 * SECOND, SECOND],
    ['3 s', 2 * MINUTE, 3 * SECOND],
    ['minute', 10 * MINUTE, MINUTE],
  ])('gets an event each %s, %i ms after the first question failed', (_each, shutForMs, waitMs) => {
    hold(HOUR)
    nowMs += shutForMs - 3 * SECOND
    target.trying('event')
    expect(target.nextInMs()).toBe(waitMs)
  })

  test('gets a repeated event once a minute on hold', () => {
    hold()
    const early = [target.mayTry(0), target.mayTry(1)]
    nowMs += MINUTE
    expect([...early, target.mayTry(1), target.mayTry(1)]).toEqual([true, false, true, false])
  })

  test('is tried at once after a clock was set back', () => {
    hold(MINUTE)
    nowMs -= 1
    expect(target.due()).toContain('question')
  })

  test('continues with one request at a time, up to four', () => {
    hold()
    const wasHeld = target.pass()
    const most = [1, 2, 3, 4].map(() => {
      const allowed = target.most
      target.pass()
      return allowed
    })
    expect([wasHeld, ...most, target.most]).toEqual([true, 1, 2, 3, 4, 4])
  })
})

describe('a process that starts again', () => {
  test('is on hold as the one before', () => {
    hold(MINUTE)
    target = create()
    expect([target.held, target.nextInMs()]).toEqual(['busy', MINUTE])
  })

  test('is open if the API was back', () => {
    hold()
    target.pass()
    expect([create().state, kept]).toEqual(['open', { question: 'untried' }])
  })

  test('knows whether the question suits the API', async () => {
    await create({ ...question, ask: async () => ({ is: 'there', status: 400 }) }).ask()
    expect(create().suits).toBe('suits')
  })
})

describe('a target accepts none', () => {
  test.each<[refused: string, takesNone: boolean]>([
    ['ab', false],
    ['aab', false],
    ['abc', true],
  ])('after refusing %s: %j (three customers)', (customers, takesNone) => {
    for (const customer of customers) target.refuse(customer)
    expect(target.takesNone).toBe(takesNone)
  })

  test('until it has read an event', () => {
    for (const customer of 'abc') target.refuse(customer)
    target.read()
    expect(target.takesNone).toBe(false)
  })
})

describe('a list', () => {
  beforeEach(() => {
    target = createTarget({ question, now, list: 'newsletter' })
  })

  test('is on hold after two customers got 404', () => {
    const states = ['a', 'a', 'b'].map((customer) => {
      target.miss(customer)
      return target.state
    })
    expect(states).toEqual(['doubted', 'doubted', 'on hold'])
  })

  test('is tried each minute by the question and a sign-up, after the first 404', () => {
    target.miss('a')
    nowMs += MINUTE
    expect(target.due()).toEqual(['question', 'event'])
  })
})
