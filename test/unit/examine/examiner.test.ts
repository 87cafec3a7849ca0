// @vitest-environment happy-dom
/** Promise: the examiner asks the script for its events, and does not load the page with questions. */
import { afterEach, expect, test, vi } from 'vitest'
import { createExaminer } from '../../../src/examine/examiner.js'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const STATUS = { version: '1.0.0', consent: 'granted', storage: 'local', waiting: [], held: 0 }

test.each([
  ['has a list', STATUS, 10, false],
  ['cannot load the rest', undefined, 1, true],
])('a script that %s', async (_what, answer, questions, lacksRest) => {
  vi.useFakeTimers()
  const status = vi.fn(async () => answer)
  vi.stubGlobal('ringup', { version: '1.0.0', status })
  const read = createExaminer(
    'https://shop.example/ringup/',
    () => {},
    () => ({}),
  )
  for (let seconds = 0; seconds < 10; seconds += 1) {
    read()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(status).toHaveBeenCalledTimes(questions)
  expect(read().heard.lacksRest).toBe(lacksRest)
})

test('a script that has not loaded yet does not lack the rest', async () => {
  const read = createExaminer(
    'https://shop.example/ringup/',
    () => {},
    () => ({}),
  )
  read()
  await Promise.resolve()
  expect(read().heard.lacksRest).toBe(false)
})

test('a script that could not load the rest is asked again after a minute', async () => {
  vi.useFakeTimers()
  const status = vi.fn(async (): Promise<typeof STATUS | undefined> => undefined)
  vi.stubGlobal('ringup', { version: '1.0.0', status })
  const read = createExaminer(
    'https://shop.example/ringup/',
    () => {},
    () => ({}),
  )
  read()
  await vi.advanceTimersByTimeAsync(60_000)
  status.mockResolvedValue(STATUS)
  read()
  await vi.advanceTimersByTimeAsync(0)
  expect(read().heard).toMatchObject({ lacksRest: false, status: STATUS })
})
