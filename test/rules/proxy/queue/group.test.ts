/** Promise: writes of one moment share a transaction. A single write does not wait. */
import { beforeEach, expect, test, vi } from 'vitest'
import { createGroup } from '../../../../src/proxy/queue/group.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))

/** A group whose timers run when the test decides. */
function create(writeAll = async (items: string[]) => items.map((item) => item.toUpperCase())) {
  const written: string[][] = []
  const planned = new Map<() => void, number>()
  const group = createGroup<string, string>(
    async (items) => {
      written.push(items)
      return writeAll(items)
    },
    (run, waitMs) => {
      planned.set(run, waitMs)
      return () => planned.delete(run)
    },
  )
  const runAll = () => {
    for (const run of [...planned.keys()]) run()
  }
  return { group, written, planned, runAll }
}

test('a single arrival is written immediately', () => {
  const { group, planned } = create()
  void group.add('accept', 'a')
  expect(Math.max(...planned.values())).toBeLessThanOrEqual(0)
})

test('the result of an event waits for others, and is written with an arrival', async () => {
  const { group, planned, written, runAll } = create()
  const answers = [group.add('ack', 'a')]
  expect([...planned.values()]).toEqual([expect.closeTo(10)])
  answers.push(group.add('accept', 'b'))
  expect([...planned.values()]).toEqual([expect.closeTo(0)])
  runAll()
  expect(await Promise.all(answers)).toEqual(['A', 'B'])
  expect(written).toEqual([['a', 'b']])
})

test('arrivals in a stream wait for each other, at most 8 ms', async () => {
  const { group, planned, written, runAll } = create()
  const answers = [group.add('accept', 'a')]
  runAll()
  answers.push(group.add('accept', 'b'), group.add('accept', 'c'))
  const [waitMs = 0] = planned.values()
  expect(waitMs).toBeGreaterThan(0)
  expect(waitMs).toBeLessThanOrEqual(8)
  runAll()
  await Promise.all(answers)
  expect(written).toEqual([['a'], ['b', 'c']])
})

test('at most 64 are written together', async () => {
  const { group, written } = create()
  const answers = Array.from({ length: 150 }, (_, number) => group.add('accept', String(number)))
  await group.flush()
  await Promise.all(answers)
  expect(written.map(({ length }) => length)).toEqual([64, 64, 22])
})

test('all of a group fail with it, and the next group does not', async () => {
  let fails = true
  const { group, runAll } = create(async (items) => {
    if (fails) throw new Error('the disk is full')
    return items
  })
  const answers = [group.add('accept', 'a'), group.add('ack', 'b')]
  runAll()
  expect((await Promise.allSettled(answers)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  const next = group.add('accept', 'c')
  await group.flush()
  expect(await next).toBe('c')
})
