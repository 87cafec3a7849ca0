/** The repository's words are plain English: a reader reads each sentence once. */
import { describe, expect, test } from 'vitest'
import { findOddities, readPassages, readTitles } from '../support/sentences.js'

const MAX_TITLE_LENGTH = 80

describe('a sentence of a comment, a screen, a message or a guide', () => {
  test('does not begin with a relative "What", name nobody or negate a noun', () => {
    const passages = readPassages()
    expect(passages.length).toBeGreaterThan(3_000)
    expect(passages.flatMap(findOddities)).toEqual([])
  })

  test.each([
    ['What is not an object is skipped.', 1],
    ['An entry is no object. Nobody has called convert().', 2],
    ['What is a session?', 0],
    ['Entries that are not objects are skipped.', 0],
    ['The order is no longer due.', 0],
  ])('%j has %i oddities', (text, count) => {
    expect(findOddities({ file: '', text })).toHaveLength(count)
  })
})

test(`a test's title has at most ${MAX_TITLE_LENGTH} characters`, () => {
  const titles = readTitles()
  expect(titles.length).toBeGreaterThan(1_000)
  expect(titles.filter(({ title }) => title.length > MAX_TITLE_LENGTH)).toEqual([])
})
