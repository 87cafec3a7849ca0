/** Promise: a pasted page's consent banner is named, and whether the tag that is chosen waits for it. */
import { expect, test } from 'vitest'
import { CONSENT_RECIPES } from '../../../../src/recipes/consent/index.js'
import { BANNERS, toBannerSentence } from '../../../../src/setup/choices/banners.js'

const found = (...names: string[]) => CONSENT_RECIPES.filter(({ name }) => names.includes(name))

test('every recipe is to choose from, no banner, and one without a recipe', () => {
  expect(BANNERS.map(([consent]) => consent)).toEqual(['', ...CONSENT_RECIPES.map(({ name }) => name), 'required'])
})

test.each([
  ['', [], undefined],
  ['cookiebot', [], undefined],
  ['', ['cookiebot'], 'This page has Cookiebot, and your tag does not wait for consent.'],
  ['cookiebot', ['cookiebot'], 'This page has Cookiebot, and your tag waits for its answer.'],
  ['tcf', ['didomi', 'tcf'], 'This page has IAB TCF 2.2 or later, and your tag waits for its answer.'],
  ['klaro', ['cookiebot'], 'This page has Cookiebot, but your tag listens to Klaro, which is not on it.'],
  [
    'required',
    ['cookiebot'],
    'This page has Cookiebot, and your tag waits until a script of yours calls ringup.consent(): it can hear the banner itself.',
  ],
])('with %j chosen and %j found: %s', (consent, names, sentence) => {
  expect(toBannerSentence({ consent }, found(...names))).toBe(sentence)
})
