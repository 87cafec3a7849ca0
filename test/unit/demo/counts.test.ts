/** Promise: the inspector's chart and its sentence count what is to deliver, and a duplicate is no gap. */
import { expect, test } from 'vitest'
import { SPAN_MS, toChartSentence, toCounts } from '../../../demo/inspector/counts.js'

const NOW = 1_000_000_000

const events: Parameters<typeof toChartSentence>[0] = [
  { at: NOW - SPAN_MS - 5_000, stage: 'api', takenAt: NOW - SPAN_MS - 4_000 },
  { at: NOW - 9_000, stage: 'api', takenAt: NOW - 8_000 },
  { at: NOW - 7_000, stage: 'duplicate' },
  { at: NOW - 6_000, stage: 'queue' },
  { at: NOW - 5_000, stage: 'refused' },
]

test('lines begin with what was there before, and leave duplicates out', () => {
  const seconds = [SPAN_MS, 9_000, 8_000, 6_000, 5_000, 0].map((ago) => (NOW - ago) / 1_000)
  expect(toCounts(events, NOW)).toEqual([seconds, [1, 2, 2, 3, 4, 4], [1, 1, 2, 2, 2, 2]])
})

test.each([
  [
    events,
    '4 orders and sign-ups to deliver, 2 taken by the API, 1 under way, 1 not delivered. 1 more reported before.',
  ],
  [events.slice(0, 1), '1 order or sign-up to deliver, 1 taken by the API.'],
  [[], '0 orders and sign-ups to deliver, 0 taken by the API.'],
])('%# is said in one sentence', (some, sentence) => {
  expect(toChartSentence(some)).toBe(sentence)
})
