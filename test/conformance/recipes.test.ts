/** Promise: each recipe is whole, has a fixture, and stands in the table of its guide. */
import { describe, expect, test } from 'vitest'
import { RECIPES } from '../../src/recipes/index.js'
import { toTitle } from '../../src/recipes/recipe.js'
import { toTag } from '../../src/recipes/tag.js'
import { toSetting } from '../../src/snippet/settings.js'
import { readFixtures } from '../recipes/fixtures.js'
import { readText } from '../support/readme.js'
import { writeTables } from '../support/reference.js'

const guide = readText('src/recipes/README.md')

test('the reference tables of the recipes are what recipes and fixtures say', async () => {
  // `npm run readme` writes them.
  await expect(writeTables(guide)).toMatchFileSnapshot('../../src/recipes/README.md')
})

test('no two recipes have the same name, nor the same title', () => {
  const names = RECIPES.flatMap((recipe) => [recipe.name, toTitle(recipe)])
  expect(names).toEqual([...new Set(names)])
})

test('each recipe has a fixture', () => {
  const shown = new Set(readFixtures().map(({ recipe }) => recipe.name))
  expect(RECIPES.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([])
})

describe.each(RECIPES.map((recipe) => [recipe.name, recipe] as const))('%s', (_name, recipe) => {
  test('its settings are settings', () => {
    const settings = Object.entries('settings' in recipe ? recipe.settings : {})
    expect(settings.filter(([name, value]) => toSetting(name, value) === undefined)).toEqual([])
  })

  test('no template engine takes a brace of the tag for code', () => {
    const [tag = ''] = toTag(recipe, '/ringup').split('</script>')
    expect(tag).not.toMatch(/\{[^\s\d]|\{\{|\{%|\}\}/)
  })

  test('the expressions of its template line are in it', () => {
    const { line, expressions } = recipe.templateLine ?? { line: '', expressions: [] }
    expect(expressions.filter((expression) => !line.includes(expression))).toEqual([])
  })
})
