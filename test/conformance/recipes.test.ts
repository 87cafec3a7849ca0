/** Promise: each recipe is whole, and has a fixture. */
import { describe, expect, test } from 'vitest'
import { toSetting } from '../../src/contract/settings.js'
import { RECIPES } from '../../src/recipes/index.js'
import { KEEPER, STUB } from '../../src/recipes/stub.js'
import { readFixtures, toPasted } from '../recipes/fixtures.js'
import { readBlock } from '../support/readme.js'

test('no two recipes have the same name, nor the same title', () => {
  const names = RECIPES.flatMap(({ name, platform, variant = '' }) => [name, `${platform}, ${variant}`])
  expect(names).toEqual([...new Set(names)])
})

test.each([
  ['stub', STUB],
  ['keeper', KEEPER],
] as const)('the line of the %s is the one of the guides', (name, line) => {
  expect(readBlock(name)).toBe(`<script>${line}</script>`)
})

test('each recipe has a fixture', () => {
  const shown = new Set(readFixtures().map(({ recipe }) => recipe.name))
  expect(RECIPES.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([])
})

test('all others are read without JavaScript of the shop', () => {
  const needy = RECIPES.filter((recipe) => 'needsScript' in recipe).map(({ name }) => name)
  expect(needy).toEqual(['bigcommerce', 'ecwid'])
})

describe.each(RECIPES.map((recipe) => [recipe.name, recipe] as const))('%s', (_name, recipe) => {
  test('its settings are settings', () => {
    const settings = Object.entries('settings' in recipe ? recipe.settings : {})
    expect(settings.filter(([name, value]) => toSetting(name, value) === undefined)).toEqual([])
  })

  test('its tag goes on every page, which sends what an earlier page has kept', () => {
    expect(recipe.paste).toContain('every page')
  })

  test('no template engine takes a brace of the tag for code', () => {
    const [tag = ''] = /<script async.*?<\/script>/s.exec(toPasted(recipe)) ?? []
    expect(tag).toContain('src="/ringup/ringup.js"')
    expect(tag).not.toMatch(/\{[^\s\d]|\{\{|\{%|\}\}/)
  })

  test('the expressions of its template line and of its script are in them', () => {
    const { line = '', expressions = [] } = recipe.templateLine ?? {}
    const [script, inScript] = 'script' in recipe ? [recipe.script, recipe.expressions ?? []] : ['', []]
    const missing = [
      ...expressions.filter((expression) => !line.includes(expression)),
      ...inScript.filter((expression) => !script.includes(expression)),
    ]
    expect(missing).toEqual([])
  })
})
