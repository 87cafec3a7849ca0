/** Promise: each recipe is whole, and has a fixture. */
import { describe, expect, test } from 'vitest'
import { toSetting } from '../../src/contract/settings.js'
import { CONSENT_RECIPES } from '../../src/recipes/consent/index.js'
import { RECIPES } from '../../src/recipes/index.js'
import { KEEPER, STUB } from '../../src/recipes/stub.js'
import { readFixtures, toPasted } from '../recipes/fixtures.js'
import { readBlock } from '../support/readme.js'

test('names and titles of recipes are unique', () => {
  const names = RECIPES.flatMap(({ name, platform, variant = '' }) => [name, `${platform}, ${variant}`])
  expect(names).toEqual([...new Set(names)])
})

test.each([
  ['stub', STUB],
  ['keeper', KEEPER],
] as const)('the line of the %s is that of the guides', (name, line) => {
  expect(readBlock(name)).toBe(`<script>${line}</script>`)
})

test('each recipe has a fixture', () => {
  const shown = new Set(readFixtures().map(({ recipe }) => recipe.name))
  expect(RECIPES.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([])
})

test('all others work without the shop’s JavaScript', () => {
  const needy = RECIPES.filter((recipe) => 'needsScript' in recipe).map(({ name }) => name)
  expect(needy).toEqual(['bigcommerce', 'ecwid'])
})

/** Braces that Smarty, Squarespace, Twig, Liquid or Django read as code. */
const TEMPLATE_CODE = /\{[^\s\d]|\{\{|\{%|\}\}/

test.each([
  ['stub', STUB],
  ['keeper', KEEPER],
  ...CONSENT_RECIPES.flatMap((each) => ('script' in each ? [[each.name, each.script] as const] : [])),
] as const)('no brace of the script %s is code for a template engine', (_name, script) => {
  expect(script).not.toMatch(TEMPLATE_CODE)
})

describe.each(RECIPES.map((recipe) => [recipe.name, recipe] as const))('%s', (_name, recipe) => {
  test('its settings are settings', () => {
    const settings = Object.entries('settings' in recipe ? recipe.settings : {})
    expect(settings.filter(([name, value]) => toSetting(name, value) === undefined)).toEqual([])
  })

  test('its tag is on every page, so a page sends stored events of an earlier one', () => {
    expect(recipe.paste).toContain('every page')
  })

  test('no brace of the tag is code for a template engine', () => {
    const [tag = ''] = /<script async.*?<\/script>/s.exec(toPasted(recipe)) ?? []
    expect(tag).toContain('src="/ringup/ringup.js"')
    expect(tag).not.toMatch(TEMPLATE_CODE)
  })

  test('its template line and its script contain their expressions', () => {
    const { line = '', expressions = [] } = recipe.templateLine ?? {}
    const [script, inScript] = 'script' in recipe ? [recipe.script, recipe.expressions ?? []] : ['', []]
    const missing = [
      ...expressions.filter((expression) => !line.includes(expression)),
      ...inScript.filter((expression) => !script.includes(expression)),
    ]
    expect(missing).toEqual([])
  })
})
