// @vitest-environment happy-dom
/** Promise: the bar hides its sentence only after success. */
import { expect, test } from 'vitest'
import type { Facts } from '../../../src/examine/facts.js'
import { createBar } from '../../../src/examine/panel/bar.js'
import { quiet, whole } from './quiet-page.js'

const accepted: Facts = {
  ...whole,
  heard: {
    ...quiet.heard,
    outcomes: [{ id: '1', kind: 'convert', problems: [], at: 1000, status: 'accepted', reason: undefined }],
  },
}
const misspelt = { sources: { ...quiet.sources, misspelt: ['data-consnt is not a setting.'] } }

test.each<[what: string, change: Partial<Facts>, sentences: RegExp[]]>([
  ['an order that was sent', {}, []],
  ['a setting that is misspelt', misspelt, [/^data-consnt is not a setting/]],
  [
    'a denial after the order',
    { status: { ...quiet.status, consent: 'denied' } as Facts['status'] },
    [/refused consent/],
  ],
])('with five lines, %s', (_what, change, sentences) => {
  const facts = { ...accepted, ...change }
  const { bar, draw, setOpen } = createBar({
    read: () => facts,
    hasSetup: true,
    onPoint() {},
    refusal: () => undefined,
  })
  setOpen(true)
  draw(facts)
  const shown = [...bar.querySelectorAll('.finding')].map(({ textContent }) => textContent)
  expect(bar.querySelectorAll('.lines .on')).toHaveLength(5)
  expect(shown).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)))
})
