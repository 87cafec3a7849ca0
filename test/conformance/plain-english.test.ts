/** Promise: the repository's words are plain English: a reader reads each sentence once. */
import { expect, test } from 'vitest'
import { findOddities, readPassages, readTitles } from '../support/sentences.js'

const MAX_TITLE_LENGTH = 80

test('no comment, screen, message or guide has a word of our old style', () => {
  const passages = readPassages()
  expect(passages.length).toBeGreaterThan(3_000)
  expect(passages.flatMap(findOddities)).toEqual([])
})

test(`a test's title has at most ${MAX_TITLE_LENGTH} characters`, () => {
  const titles = readTitles()
  expect(titles.length).toBeGreaterThan(500)
  expect(titles.filter(({ title }) => title.length > MAX_TITLE_LENGTH)).toEqual([])
})
