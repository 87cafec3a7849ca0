/** Promise: the README's figures of survived faults belong to three engines and to existing cases. No order is lost or doubled. */
import { describe, expect, test } from 'vitest'
import { CASES } from '../survival/cases/index.js'
import { readKept } from '../survival/survival-rows.js'

const kept = readKept()

test('three engines were tested', () => {
  expect(Object.keys(kept).sort()).toEqual(['Chromium', 'Firefox', 'WebKitGTK'])
})

describe.each(Object.entries(kept))('in %s', (_name, { cases }) => {
  test('every figure belongs to a case, and nearly every case has figures', () => {
    const known = CASES.map(({ name }) => name)
    expect(Object.keys(cases).filter((name) => !known.includes(name))).toEqual([])
    expect(Object.keys(cases).length).toBeGreaterThanOrEqual(known.length - 1)
  })

  test.each(Object.entries(cases))('nothing is lost or doubled when %s', (_name, { rounds, orders, lost, doubled }) => {
    expect(orders).toBeGreaterThanOrEqual(rounds)
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 })
  })
})
