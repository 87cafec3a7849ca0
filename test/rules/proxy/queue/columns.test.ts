/** Promise: a row stores the latest tries, and the problems without any text of the page. */
import { describe, expect, test } from 'vitest'
import type { Problem } from '../../../../src/contract/raw.js'
import { readProblems, toProblemText } from '../../../../src/proxy/queue/problems.js'
import { addTry, readTries } from '../../../../src/proxy/queue/tries.js'

describe('tries', () => {
  test('are read in their order, with a status if the API answered', () => {
    expect(readTries(addTry(addTry(null, 1, 'busy', 503), 2, 'unreachable'))).toEqual([
      [1, 'busy', 503],
      [2, 'unreachable'],
    ])
  })

  test('of a new event are an empty list', () => {
    expect(readTries(null)).toEqual([])
  })

  test('are twenty at most: the first and the latest', () => {
    let text: string | null = null
    for (let atMs = 1; atMs <= 30; atMs += 1) text = addTry(text, atMs, 'busy')
    const times = readTries(text).map(([atMs]) => atMs)
    expect([times.length, times[0], times[1], times.at(-1)]).toEqual([20, 1, 12, 30])
  })
})

describe('problems', () => {
  test.each<[problems: Problem[], text: string | null, reason: string]>([
    [[{ field: 'cart_items.0.price', code: 'ambiguous_amount' }], 'price ambiguous_amount', 'the place is left out'],
    [[{ field: 'secret of a page', code: 'unreadable' }], 'other unreadable', 'a name of the page is masked'],
    [[{ field: 'email', code: 'Ada said: no' }], null, 'a code has one form'],
    [Array(2).fill({ field: 'email', code: 'missing' }), 'email missing', 'each once'],
    [[], null, 'none'],
  ])('%j are stored as %j (%s)', (problems, text) => {
    expect(toProblemText(problems)).toBe(text)
  })

  test('are fifty at most', () => {
    const many = Array.from({ length: 60 }, (_, n) => ({
      field: 'email',
      code: `code_${'abcdefghij'[n % 10]}${'abcdef'[Math.floor(n / 10)]}`,
    }))
    expect(readProblems(toProblemText(many))).toHaveLength(50)
  })

  test('are read as they were stored', () => {
    expect(readProblems('price missing, other unreadable')).toEqual([
      { field: 'price', code: 'missing' },
      { field: 'other', code: 'unreadable' },
    ])
    expect(readProblems(null)).toEqual([])
  })
})
