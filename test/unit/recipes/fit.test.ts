// @vitest-environment happy-dom
/** Promise: if a page fits another recipe, the examiner can say which. */
import { describe, expect, test } from 'vitest'
import { readRaw } from '../../../src/normalise/index.js'
import { findFitting, findRecipeOf } from '../../../src/recipes/fit.js'
import { RECIPES } from '../../../src/recipes/index.js'
import type { RecipeSettings } from '../../../src/recipes/recipe.js'
import { createLayerWatch } from '../../../src/snippet/core/layer.js'
import { DEFAULTS } from '../../../src/snippet/core/settings.js'
import { gather } from '../../../src/snippet/rest/gather/gather-order.js'
import { readFixtures } from '../../recipes/fixtures.js'

const readFields = (settings: RecipeSettings): string[] => {
  const all = { ...DEFAULTS, ...settings }
  const { raw } = gather({ settings: all, layer: createLayerWatch(all) })
  const { cart_data = {}, ...body } = readRaw('convert', raw).body as { cart_data?: object }
  return [...Object.keys(body), ...Object.keys(cart_data)]
}

/** Without the pages that a script renders. */
const onPages = readFixtures().filter(
  ({ recipe, html }) => 'settings' in recipe && recipe.settings.convertOn === 'load' && !html.includes('<template'),
)

describe('the recipes that fit a page', () => {
  test.each(onPages.map((fixture) => [fixture.name, fixture] as const))('%s', (_name, { html, recipe, expected }) => {
    document.documentElement.innerHTML = html
      .replaceAll('<script', '<!-- <script')
      .replaceAll('</script>', '</script> -->')
    const fitting = findFitting(document, readFields).filter(({ platform }) => platform === recipe.platform)
    expect(fitting.map(({ name }) => name).includes(recipe.name)).toBe(expected.sent !== null)
  })
})

test('the recipe of a tag is found by its settings', () => {
  const { name, settings } = Object(RECIPES.find((recipe) => recipe.name === 'woocommerce'))
  expect([findRecipeOf({ ...settings, debug: 'ask' })?.name, findRecipeOf({})]).toEqual([name, undefined])
})
