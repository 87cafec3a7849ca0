/** Promise: what was chosen, pasted and found is one object, which only actions change. */
import { expect, test } from 'vitest'
import { DEFAULTS } from '../../../src/setup/choices/choices.js'
import { createState, reduce } from '../../../src/setup/state.js'

test('a page begins with what its address says, and nothing pasted', () => {
  expect(createState('#system=other&list=tea&step=shop')).toEqual({
    step: 'shop',
    choices: { ...DEFAULTS, system: 'other', list: 'tea' },
    samples: { order: '', form: '' },
    report: undefined,
    pointed: undefined,
    announcement: '',
  })
})

test('a shop system that this version does not know is not chosen', () => {
  expect(createState('#system=gone').choices.system).toBe('')
})

test.each([
  ['#step=paste', 'no shop system is chosen'],
  ['#system=shopify&step=page', 'Shopify tells orders by itself'],
  ['#system=other&step=gone', 'there is none of this name'],
])('%s begins with the first step: %s', (hash) => {
  expect(createState(hash).step).toBe('system')
})

test('a new sample forgets what was pointed at in the one before', () => {
  const pointed = reduce(createState(''), { do: 'point', place: 7 })
  const { samples, pointed: after } = reduce(pointed, { do: 'paste', changes: { order: '<p>' } })
  expect([samples, after]).toEqual([{ order: '<p>', form: '' }, undefined])
})

test('a choice keeps the samples', () => {
  const pasted = reduce(createState(''), { do: 'paste', changes: { form: '<form>' } })
  const { samples, choices } = reduce(pasted, { do: 'choose', changes: { system: 'shopify' } })
  expect([samples.form, choices.endpoint]).toEqual(['<form>', 'https://events.shop.example/ringup'])
})
