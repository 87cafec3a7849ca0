/** Promise: a verification is told in sentences, each once, and "It works." only if all of it does. */
import { describe, expect, test } from 'vitest'
import { NO_ORDER } from '../../../../src/contract/verified.js'
import type { Sentence, VerifyReport } from '../../../../src/contract/verify.js'
import { toVerdict } from '../../../../src/setup/texts/verified.js'
import type { Silence, Verified } from '../../../../src/setup/verify.js'

const TODO = 'Add the page’s origin to RINGUP_ORIGINS.'
const TAKEN = { tone: 'good' as const, sentence: 'The proxy has taken the last order.', todo: undefined }
const REFUSED = {
  tone: 'wait' as const,
  sentence: 'The proxy refuses this page’s origin (403). It is kept.',
  todo: TODO,
}
const ARRIVED: Verified['arrived'] = { as: 'ok', sentence: 'The test order reached the API.' }
const OWN_ORDER = expect.stringMatching(/only if it knows a visit of that customer.*operator’s page/)
const FOUND = 'Found on the page: email.'

const toReport = (diagnosis: VerifyReport['diagnosis'], sentence: Sentence, more: object = {}): Verified => ({
  link: '',
  report: { diagnosis, tested: { sentence, id: '1' }, found: ['email'], problems: [], pointed: {}, ...more },
})
const judge = (verified: Verified) => toVerdict(verified, 'script-src https://shop.example/')

test.each<[what: string, verified: Verified, state: string, sentence: string, lines: string[]]>([
  [
    'a page that works',
    { ...toReport(TAKEN, ['Taken.']), arrived: ARRIVED },
    'good',
    'It works.',
    [TAKEN.sentence, FOUND, 'Taken.', 'The test order reached the API.', OWN_ORDER],
  ],
  [
    'a page with an unreadable field',
    { ...toReport(TAKEN, ['Taken.'], { problems: ['cart_value: no amount.'] }), arrived: ARRIVED },
    'mixed',
    'It works, but not all of the page could be read.',
    [TAKEN.sentence, FOUND, 'Taken.', 'The test order reached the API.', OWN_ORDER],
  ],
  [
    'a page with a note',
    { ...toReport(TAKEN, ['Taken.'], { notes: ['The script is on the page twice.'] }), arrived: ARRIVED },
    'good',
    'It works.',
    [TAKEN.sentence, FOUND, 'The script is on the page twice.', 'Taken.', 'The test order reached the API.', OWN_ORDER],
  ],
  [
    'a page without an order',
    toReport({ ...TAKEN, tone: 'idle', sentence: 'Nothing has happened yet.' }, ['It works.'], {
      found: [],
      tested: { sentence: ['The connection works.'] },
    }),
    'mixed',
    'Nothing has happened yet.',
    [expect.stringMatching(/Place a test order in that window/), 'The connection works.'],
  ],
  [
    'the home page, whose tag looks for an order on every page',
    toReport({ tone: 'idle', sentence: NO_ORDER, todo: 'The places that were read.' }, ['It works.'], {
      found: [],
      tested: { sentence: ['The connection works.'] },
    }),
    'mixed',
    NO_ORDER,
    [
      expect.stringMatching(/^That is right on every page but the thank-you page\..*panel in that window/),
      'Place a test order in that window: this page follows it.',
      'The connection works.',
    ],
  ],
  [
    'a test order that is still on its way',
    toReport(TAKEN, ['Taken.']),
    'empty',
    TAKEN.sentence,
    [FOUND, 'Taken.', 'Waiting until the test order reaches the API …'],
  ],
  [
    'a test order that the API refuses',
    { ...toReport(TAKEN, ['Taken.']), arrived: { as: 'problem', sentence: 'Is RINGUP_API_URL right?' } },
    'bad',
    TAKEN.sentence,
    [FOUND, 'Taken.', 'Is RINGUP_API_URL right?'],
  ],
  [
    'an origin that is refused for the order and for the test order',
    toReport(REFUSED, [REFUSED.sentence, TODO], { tested: { sentence: [REFUSED.sentence, TODO] } }),
    'mixed',
    REFUSED.sentence,
    [TODO, FOUND],
  ],
])('of %s', (_what, verified, state, sentence, lines) => {
  expect(judge(verified)).toMatchObject({ state, sentence, lines })
})

describe('a page that does not answer has a way through', () => {
  test.each<[silence: Silence, state: string, words: RegExp]>([
    ['waiting', 'empty', /^Waiting/],
    ['blocked', 'mixed', /Open the page by this link:$/],
    ['apart', 'mixed', /Cross-Origin-Opener-Policy.*“Copy the settings”/],
    [
      'silent',
      'bad',
      /gone on to another address.*cache.*Let it allow: `script-src https:\/\/shop\.example\/`.*check .*--page https:\/\/shop\.example\/thank-you\?id=7` says/,
    ],
  ])('%s', (silence, state, words) => {
    const verdict = judge({ link: 'https://shop.example/thank-you?id=7&ringup-debug&ringup-verify=T', silence })
    expect([verdict.sentence, ...verdict.lines].join(' ')).toMatch(words)
    expect(verdict.state).toBe(state)
  })
})
