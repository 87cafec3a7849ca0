/** Promise: whenever an event waits, the one alarm of the object is set, and not later than necessary. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createAlarm } from '../../../../src/proxy/run/alarm.js'

const NOW_MS = 1_800_000_000_000
const HOUR = 3_600

let alarm: ReturnType<typeof createAlarm>
/** Each time that the alarm was set for, in seconds from the start of the test. */
let set: number[]
beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS })
  set = []
  alarm = createAlarm({ setAlarm: async (atMs) => void set.push((atMs - NOW_MS) / 1_000) })
})

const setBy = (seconds: number) => alarm.setBy(NOW_MS + seconds * 1_000)
const plan = (seconds: number) => void alarm.defer(() => {}, seconds * 1_000)
const run = (work: () => unknown = () => {}) =>
  alarm.run(async () => {
    await work()
    return NOW_MS + HOUR * 1_000
  })

describe('between two runs', () => {
  test.each<[what: string, act: () => void, expected: number[]]>([
    ['an event sets it', () => setBy(0), [0]],
    ['a second event costs no write', () => [0, 0].forEach(setBy), [0]],
    ['only an earlier time sets it again', () => [2, 0.9, 3].forEach(setBy), [2, 0.9]],
    ['a plan sets it', () => plan(60), [60]],
    ['an earlier alarm stays for a later plan', () => [60, 90, 30].forEach(plan), [60, 30]],
  ])('%s', (_what, act, expected) => {
    act()
    expect(set).toEqual(expected)
  })
})

describe('a run is repeated after 5 s if it is killed, and sets the next alarm', () => {
  test.each<[what: string, during: () => void, expected: number[]]>([
    ['for the next work', () => {}, [5, HOUR]],
    ['for an event that arrived in the meantime', () => setBy(0), [5, 0]],
    ['for the plan, if it is sooner', () => plan(2), [5, 2]],
    ['for the next work, if the plan is later', () => plan(2 * HOUR), [5, HOUR]],
  ])('%s', async (_what, during, expected) => {
    await run(during)
    expect(set).toEqual(expected)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('after a minute, if the work takes longer', async () => {
    const isOver = run(() => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(60_000)
    await isOver
    expect(set).toEqual([5, 60])
  })

  test('a minute after its start, if the work fails', async () => {
    await expect(run(() => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
    expect([set, alarm.isRunning()]).toEqual([[5, 60], false])
  })
})

test('a run calls back the latest plan before the work', async () => {
  const calls: string[] = []
  alarm.defer(() => calls.push('old plan'), 60_000)
  alarm.defer(() => calls.push('plan'), 90_000)
  await run(() => calls.push('work'))
  expect(calls).toEqual(['plan', 'work'])
})
