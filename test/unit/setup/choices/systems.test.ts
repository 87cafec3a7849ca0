/** Promise: whoever names a shop system with a recipe gets that recipe, and nobody gets one of another version. */
import { expect, test } from 'vitest'
import { RECIPES } from '../../../../src/recipes/index.js'
import type { Recipe } from '../../../../src/recipes/recipe.js'
import { findRecipe, findSystems, isCalling, isKnownSystem, toSystems } from '../../../../src/setup/choices/systems.js'
import { createChoices } from '../create-choices.js'

const create = (name: string, platform: string): Recipe => ({
  name,
  platform,
  paste: '',
  settings: {},
  expect: '',
  source: { repository: '', files: [], version: '' },
})

test('recipes of one platform are asked for together, the largest systems first, what is no system last', () => {
  const [a, b, c, d] = [
    create('a', 'Tea'),
    create('b', 'Mugs'),
    create('c', 'Tea'),
    create('d', 'WooCommerce'),
  ] as const
  expect(toSystems([a, b, c, d]).map(({ title, recipes }) => [title, recipes])).toEqual([
    ['WooCommerce', [d]],
    ['Shopify', []],
    ['Mugs', [b]],
    ['Tea', [a, c]],
    ['Google Tag Manager', []],
    ['Another, or I don’t know', []],
  ])
})

test('the largest seven are in the order of their share', () => {
  const first = toSystems()
    .slice(0, 7)
    .map(({ title }) => title.split(' ')[0])
  expect(first).toEqual(['WooCommerce', 'Shopify', 'Squarespace', 'Wix', 'PrestaShop', 'Magento', 'OpenCart'])
})

test.each([
  ['shop', ['shopify', 'prestashop-classic', 'shopware-6', 'other'], 'anywhere in the name'],
  ['BLOCKS', ['woocommerce-classic', 'other'], 'a theme or module, in any case'],
  ['shopify tag', ['other'], 'each word has to be there'],
  ['nothing like it', ['other'], 'there is always a way'],
])('a search for %j finds %j: %3$s', (words, ids) => {
  expect(findSystems(words, toSystems()).map(({ id }) => id)).toEqual(ids)
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

test.each([
  [{ source: 'call' }, true],
  [{ source: 'json-ld' }, false],
  [{ system: 'woocommerce-classic', source: 'call' }, false],
] as const)('the page calls by itself with %j: %s', (more, is) => {
  expect(isCalling(createChoices(more))).toBe(is)
})
