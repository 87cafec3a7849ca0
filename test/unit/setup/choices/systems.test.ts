/** Promise: every recipe is a platform to choose, and a recipe of another version is not. */
import { expect, test } from 'vitest'
import { RECIPES } from '../../../../src/recipes/index.js'
import { findRecipe, isKnownSystem, toSystems, toWebhookPlatform } from '../../../../src/setup/choices/systems.js'

const SYSTEMS = toSystems()

test('the list has every recipe, and the way for any other shop at its end', () => {
  const ids = SYSTEMS.flatMap(({ options }) => options.map(([system]) => system))
  expect(ids.toSorted()).toEqual([...RECIPES.map(({ name }) => name), 'shopify', 'tag-manager', 'other'].toSorted())
  expect(SYSTEMS.slice(-2).map(({ title }) => title)).toEqual(['Google Tag Manager', 'Another, or I don’t know'])
  const shops = SYSTEMS.slice(0, -2).map(({ title }) => title)
  expect(shops).toEqual(shops.toSorted((one, other) => one.localeCompare(other)))
})

test.each([
  ['shopware-6', true, true],
  ['shopify', true, false],
  ['toString', false, false],
  ['another-versions', false, false],
])('%s is known: %s, and has a recipe: %s', (system, isKnown, hasRecipe) => {
  expect([isKnownSystem(system), findRecipe({ system }) !== undefined]).toEqual([isKnown, hasRecipe])
})

test.each([
  ['shopify', 'shopify'],
  ['woocommerce-gtm4wp', 'woocommerce'],
  ['shopware-6', undefined],
])('the webhooks of %s are those of %s', (system, platform) => {
  expect(toWebhookPlatform({ system })).toBe(platform)
})
