/** Promise: whenever an event waits, the one alarm of the object is set, and not later than necessary. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Alarm, createAlarm } from '../../../../src/proxy/run/alarm.js'
import type { ObjectStorage } from '../../../../src/proxy/run/cloudflare.js'

const NOW_MS = 1_800_000_000_000
const HOUR_MS = 3_600_000

let alarm: Alarm
/** The time it is set for, and each time it was set. */
let set: number[]
const isSetFor = () => set.at(-1)
beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS })
  set = []
  const setAlarm = async (atMs: number) => void set.push(atMs)
  alarm = createAlarm({ setAlarm } as Partial<ObjectStorage> as ObjectStorage) // it uses only these functions
})

const run = (work: () => Promise<number> = async () => NOW_MS + HOUR_MS) => alarm.run(work)

describe('between two runs', () => {
  test('a ring is done at once', () => {
    alarm.ring(0)
    expect(set).toEqual([NOW_MS])
  })

  test('a later ring is done then, unless an earlier one comes', () => {
    for (const waitMs of [2_000, 900, 3_000]) alarm.ring(waitMs)
    expect(set).toEqual([NOW_MS + 2_000, NOW_MS + 900])
  })

  test('a second ring costs no second write', () => {
    alarm.ring(0)
    vi.advanceTimersByTime(5)
    alarm.ring(0)
    expect(set).toEqual([NOW_MS])
  })

  test('a plan sets it, and only an earlier plan sets it anew', () => {
    for (const waitMs of [60_000, 90_000, 30_000]) alarm.defer(() => {}, waitMs)
    expect(set).toEqual([NOW_MS + 60_000, NOW_MS + 30_000])
  })
})

describe('a run', () => {
  test('that is killed begins again within 5 s', async () => {
    const never = run(() => new Promise(() => {}))
    expect(set).toEqual([NOW_MS + 5_000])
    await vi.advanceTimersByTimeAsync(60_000)
    await never
  })

  test('sets the next one for the time of the next work', async () => {
    await run()
    expect(isSetFor()).toBe(NOW_MS + HOUR_MS)
  })

  test('sets the next one for the plan, if that is sooner', async () => {
    await run(async () => {
      alarm.defer(() => {}, 2_000)
      return NOW_MS + HOUR_MS
    })
    expect(isSetFor()).toBe(NOW_MS + 2_000)
  })

  test('does the planned work of before, once', async () => {
    const planned = vi.fn<() => void>()
    alarm.defer(planned, 2_000)
    await run()
    await run()
    expect(planned).toHaveBeenCalledOnce()
    expect(isSetFor()).toBe(NOW_MS + HOUR_MS)
  })

  test('does not do cancelled work', async () => {
    const planned = vi.fn<() => void>()
    alarm.defer(planned, 2_000)()
    await run()
    expect(planned).not.toHaveBeenCalled()
  })

  test('is done again for rings in the meantime', async () => {
    let times = 0
    await run(async () => {
      times += 1
      if (times === 1) alarm.ring(0)
      return NOW_MS + HOUR_MS
    })
    expect([times, isSetFor()]).toEqual([2, NOW_MS + HOUR_MS])
  })

  test('leaves later rings to the next one', async () => {
    let times = 0
    await run(async () => {
      times += 1
      alarm.ring(700)
      return NOW_MS + HOUR_MS
    })
    expect([times, isSetFor()]).toEqual([1, NOW_MS + 700])
  })

  test('that has no requests left leaves rings to the next one, at once', async () => {
    let times = 0
    await run(async () => {
      times += 1
      alarm.ring(0)
      return NOW_MS
    })
    expect([times, isSetFor()]).toEqual([1, NOW_MS])
  })

  test('of a minute leaves the rest to the next one', async () => {
    const over = run(() => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(60_000)
    await over
    expect(isSetFor()).toBe(NOW_MS + 60_000)
  })

  test('that fails reports the error, and begins again', async () => {
    await expect(run(() => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
    expect(isSetFor()).toBe(NOW_MS + 60_000)
    expect(alarm.running).toBe(false)
  })

  test('stops its timer', async () => {
    await run()
    expect(vi.getTimerCount()).toBe(0)
  })
})
