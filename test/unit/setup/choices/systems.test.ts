/** Promise: whoever names a shop system with a recipe gets that recipe, and nobody gets one of another version. */
import { describe, expect, test } from 'vitest'
import { RECIPES } from '../../../../src/recipes/index.js'
import type { Recipe } from '../../../../src/recipes/recipe.js'
import { findRecipe, isCalling, isKnownSystem, toPlatforms } from '../../../../src/setup/choices/systems.js'
import { createChoices } from '../create-choices.js'

const create = (name: string, platform: string): Recipe => ({
  name,
  platform,
  paste: '',
  settings: {},
  expect: '',
  source: { repository: '', files: [], version: '' },
})

test('recipes of one platform are asked for together, in their order', () => {
  const [a, b, c] = [create('a', 'Tea'), create('b', 'Mugs'), create('c', 'Tea')] as const
  expect(toPlatforms([a, b, c])).toEqual([
    { title: 'Tea', recipes: [a, c] },
    { title: 'Mugs', recipes: [b] },
  ])
})

test.each(RECIPES.map(({ name }) => name))('%s is a system', (system) => {
  expect(isKnownSystem(system)).toBe(true)
  expect(findRecipe({ system })?.name).toBe(system)
})

test.each(['shopify', 'tag-manager', 'other'])('%s is a system without a recipe', (system) => {
  expect(isKnownSystem(system)).toBe(true)
  expect(findRecipe({ system })).toBeUndefined()
})

test.each(['', 'toString', 'another-versions'])('%j is no system', (system) => {
  expect(isKnownSystem(system)).toBe(false)
})

describe('the page calls by itself', () => {
  test.each([
    [{ source: 'call' }, true],
    [{ source: 'json-ld' }, false],
    [{ system: 'woocommerce-classic', source: 'call' }, false],
  ] as const)('with %j: %s', (more, is) => {
    expect(isCalling(createChoices(more))).toBe(is)
  })
})
