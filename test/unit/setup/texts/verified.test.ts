/** Promise: whoever verifies a page reads each thing once, and "It works." only where all of it does. */
import { expect, test } from 'vitest'
import type { Sentence, VerifyReport } from '../../../../src/contract/verify.js'
import { toVerdict } from '../../../../src/setup/texts/verified.js'
import type { Verified } from '../../../../src/setup/verify.js'

const TODO = 'Add the page’s origin to RINGUP_ORIGINS.'
const TAKEN = { tone: 'good' as const, sentence: 'The proxy has taken the last order.', todo: undefined }
const REFUSED = {
  tone: 'wait' as const,
  sentence: 'The proxy refuses this page’s origin (403). It is kept.',
  todo: TODO,
}
const ARRIVED: Verified['arrived'] = { as: 'ok', sentence: 'The test order reached the API.' }

const toReport = (diagnosis: VerifyReport['diagnosis'], sentence: Sentence, problems: string[] = []): VerifyReport => ({
  diagnosis,
  tested: { sentence },
  found: ['email'],
  problems,
  pointed: {},
})

test.each<[what: string, verified: Verified, state: string, sentence: string, lines: string[]]>([
  [
    'a page that works',
    { report: toReport(TAKEN, ['The proxy has taken a test order.']), arrived: ARRIVED },
    'good',
    'It works.',
    [TAKEN.sentence, 'Found on the page: email.', 'The proxy has taken a test order.', ARRIVED.sentence],
  ],
  [
    'a page of which something could not be read',
    { report: toReport(TAKEN, ['The proxy has taken a test order.'], ['cart_value: no amount.']), arrived: ARRIVED },
    'mixed',
    'It works, but not all of the page could be read.',
    [TAKEN.sentence, 'Found on the page: email.', 'The proxy has taken a test order.', ARRIVED.sentence],
  ],
  [
    'an origin that the order and the test order are both refused for',
    { report: toReport(REFUSED, ['The proxy refuses this page’s origin (403).', TODO]) },
    'mixed',
    REFUSED.sentence,
    [TODO, 'Found on the page: email.'],
  ],
  [
    'a connection that is down, which the order did not say',
    { report: toReport(REFUSED, ['Down: nobody answers.', 'See whether it runs.']) },
    'mixed',
    REFUSED.sentence,
    [TODO, 'Found on the page: email.', 'Down: nobody answers. See whether it runs.'],
  ],
])('of %s', (_what, verified, state, sentence, lines) => {
  expect(toVerdict(verified)).toMatchObject({ state, sentence, lines })
})
