// @vitest-environment happy-dom
/** Promise: if localStorage throws, is full or was switched off, this browser only forgets. Nothing throws. */
import { describe, expect, test, vi } from 'vitest'
import {
  DENIED_KEY,
  EVENT_KEY,
  readDeniedAt,
  readKeys,
  readStored,
  removeStored,
  writeStored,
} from '../../../../src/snippet/core/outbox.js'
import { stubStorage } from '../page.js'

const KEY = `${EVENT_KEY}1`
const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

describe('localStorage that works', () => {
  test('what is written is read until it is removed', () => {
    expect(writeStored(KEY, 'event')).toBe(true)
    expect(readStored(KEY)).toBe('event')
    removeStored(KEY)
    expect(readStored(KEY)).toBeNull()
  })

  test('only the keys of events are read as events', () => {
    for (const key of [KEY, `${EVENT_KEY}2`, 'ringup:accepted', 'cart', 'event:1']) localStorage.setItem(key, '{}')
    expect(readKeys(EVENT_KEY).sort()).toEqual([KEY, `${EVENT_KEY}2`])
  })

  test('a denial is remembered with its time', () => {
    expect(readDeniedAt()).toBe(0)
    writeStored(DENIED_KEY, String(Date.now() - 1))
    expect(readDeniedAt()).toBeLessThan(Date.now())
  })

  test('a denial ahead of this clock does not count', () => {
    writeStored(DENIED_KEY, String(Date.now() + 60_000))
    expect(readDeniedAt()).toBe(0)
  })
})

describe('localStorage that refuses', () => {
  test.each<[how: string, refuseIt: () => void]>([
    ['each of its methods', () => stubStorage({ getItem: refuse, setItem: refuse, removeItem: refuse })],
    ['the access to it', () => vi.stubGlobal('localStorage', undefined)],
  ])('%s: the value is not stored, and nothing throws', (_how, refuseIt) => {
    refuseIt()
    expect(writeStored(KEY, 'event')).toBe(false)
    expect(readStored(KEY)).toBeUndefined()
    expect(readKeys(EVENT_KEY)).toEqual([])
    expect(() => removeStored(KEY)).not.toThrow()
  })

  test('a full storage returns false, and stored values can be read and removed', () => {
    writeStored(KEY, 'event')
    stubStorage({
      setItem: () => {
        throw new DOMException('Setting the value exceeded the quota.', 'QuotaExceededError')
      },
    })
    expect(writeStored(`${EVENT_KEY}2`, 'event')).toBe(false)
    expect(readStored(KEY)).toBe('event')
    removeStored(KEY)
    expect(readKeys(EVENT_KEY)).toEqual([])
  })
})

test('localStorage that accepts a value and does not keep it has not stored it', () => {
  stubStorage({ setItem: () => undefined })
  expect(writeStored(KEY, 'event')).toBe(false)
})
