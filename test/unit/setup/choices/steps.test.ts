/** Promise: nobody is asked what an answer before has made needless. */
import { expect, test } from 'vitest'
import type { Choices } from '../../../../src/setup/choices/choices.js'
import { toOptionalSteps, toStepIds } from '../../../../src/setup/choices/steps.js'
import { createChoices } from '../create-choices.js'

const END = ['paste', 'server', 'working']

test.each<[more: Partial<Choices>, steps: string[], reason: string]>([
  [{ system: '' }, ['system'], 'first of all the shop system'],
  [{}, ['system', 'shop', 'page', 'form', ...END], 'nobody knows where the order is'],
  [{ list: '' }, ['system', 'shop', 'page', ...END], 'no list, no sign-up form'],
  [{ system: 'woocommerce-classic' }, ['system', 'shop', ...END], 'its recipe knows'],
  [{ system: 'shopify' }, ['system', 'shop', ...END], 'Shopify tells it'],
  [{ system: 'tag-manager' }, ['system', 'shop', 'page', ...END], 'the data layer may have another event'],
])('%j takes %j: %3$s', (more, steps) => {
  expect(toStepIds(createChoices(more))).toEqual(steps)
})

test('who has a recipe may try a page all the same', () => {
  expect(toOptionalSteps(createChoices({ system: 'woocommerce-classic' }))).toEqual(['page', 'form'])
  expect(toOptionalSteps(createChoices())).toEqual([])
})
