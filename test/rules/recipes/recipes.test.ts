// @vitest-environment happy-dom
/**
 * Promise: each recipe is whole, and reads the order of its platform's pages to the cent.
 *
 *   npx vitest run test/rules/recipes -t woocommerce      one platform or recipe
 *   npm run readme                                        writes src/recipes/generated
 */
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readRaw } from '../../../src/normalise/index.js'
import { findFitting, findRecipeOf } from '../../../src/recipes/fit.js'
import { listPlatforms, readPlatform, writeGenerated } from '../../../src/recipes/read-recipes.js'
import type { Recipe, RecipeSettings } from '../../../src/recipes/recipe.js'
import { KEEPER, STUB } from '../../../src/recipes/stub.js'
import { createLayerWatch } from '../../../src/snippet/core/layer.js'
import { DEFAULTS } from '../../../src/snippet/core/settings.js'
import { gather } from '../../../src/snippet/rest/gather/gather-order.js'
import { SELECTOR } from '../../../src/snippet/rest/gather/selector.js'
import { readBlock } from '../../support/readme.js'
import { type RecipePage, readRecipePages, toTag } from '../../support/recipe-pages.js'

declare global {
  interface ImportMeta {
    glob(pattern: string, options: object): unknown
  }
}

// Vitest's `--changed` then runs this file after a change of a recipe or a payload.
import.meta.glob('../../../src/recipes/*/*.json', { eager: true })

const RECIPES = listPlatforms().flatMap(readPlatform)
const PAGES = readRecipePages()
const calls: Record<string, unknown>[] = []

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  calls.length = 0
})

/** Opens the page in this window, without the tag: runs its scripts, and waits for those that are late. */
async function open({ html, answers = {} }: RecipePage) {
  Object(window).happyDOM.setURL('https://shop.example.com/')
  vi.stubGlobal('convert', (order: Record<string, unknown>) => calls.push(order))
  vi.stubGlobal('dataLayer', undefined)
  const runSoon = (_name: string, onLoad: unknown) => void setTimeout(onLoad as () => void)
  vi.stubGlobal('addEventListener', runSoon)
  vi.spyOn(document, 'addEventListener').mockImplementation(runSoon)
  vi.stubGlobal('fetch', async (path: string) => ({ json: async () => answers[path] }))
  document.documentElement.innerHTML = html.replace(/<script async[\s\S]*?<\/script>/, '')
  for (const script of document.querySelectorAll('script:not([src], [type*="json"], [type*="magento"])')) {
    runInThisContext(String(script.textContent))
  }
  await vi.advanceTimersByTimeAsync(10_000)
}

function readPage(settings: RecipeSettings) {
  const all = { ...DEFAULTS, ...settings }
  const { raw } = gather({ settings: all, layer: createLayerWatch(all) })
  return readRaw('convert', JSON.parse(JSON.stringify(raw)))
}

const readFields = (settings: RecipeSettings): string[] => {
  const { cart_data = {}, ...body } = readPage(settings).body as { cart_data?: object }
  return [...Object.keys(body), ...Object.keys(cart_data)]
}

const toProblems = (problems: { field: string; code: string }[]) =>
  Object.fromEntries(problems.map(({ field, code }) => [field, code]))

describe.each(PAGES.map((page) => [page.name, page] as const))('the page %s', (_name, page) => {
  const { recipe, sent, problems = {} } = page

  if (sent) {
    test('has the order, and nothing else', async () => {
      await open(page)
      const read = 'settings' in recipe ? readPage(recipe.settings) : readRaw('convert', { passed: calls })
      expect({ sent: read.body, problems: toProblems(read.problems) }).toEqual({ sent, problems })
    })
  }

  if ('settings' in recipe && recipe.settings.convertOn === 'load') {
    test('fits the recipe if it has an order', async () => {
      await open(page)
      const names = findFitting(document, readFields).map(({ name }) => name)
      expect(names.includes(recipe.name)).toBe(sent !== null)
    })
  }
})

describe.each(RECIPES.map((recipe) => [recipe.name, recipe] as const))('the recipe %s', (name, recipe) => {
  const orders = PAGES.filter((page) => page.recipe.name === name && page.sent)

  test('has a page of an order', () => expect(orders).not.toEqual([]))

  test('has pages with its line', () => {
    const marks = recipe.templateLine?.line.match(/(id|name|data-ringup)="[\w-]+"/g) ?? []
    expect(orders.filter(({ html }) => !marks.every((mark) => html.includes(mark)))).toEqual([])
  })

  test('has no brace in its tag that a template engine reads as code', () => {
    const tag = toTag(recipe)
    expect(tag).not.toMatch(TEMPLATE_CODE)
  })
})

test.each(listPlatforms())('each selector of %s matches an element of a page', (folder) => {
  const recipes = readPlatform(folder)
  const pages = PAGES.filter(({ recipe }) => recipe.platform === recipes[0]?.platform)
  const documents = pages.map(({ html }) => new DOMParser().parseFromString(html, 'text/html'))
  const isMatched = (css: string) =>
    documents.some((each) => [each, ...toTemplates(each)].some((part) => part.querySelector(css)))
  expect(recipes.flatMap(listSelectors).filter((css) => !isMatched(css))).toEqual([])
})

/** Parts of a page that its scripts add later. */
const toTemplates = (page: Document) => [...page.querySelectorAll('template')].map(({ content }) => content)

/** Lists each CSS selector of the recipe: the members of its lists, without attribute and pattern. */
function listSelectors(recipe: Recipe): string[] {
  const { items, ...order } = ('settings' in recipe && recipe.settings.selectors) || {}
  const fields = typeof items === 'object' ? items : {}
  return [...Object.values(order), ...Object.values(fields)].flatMap(
    (selector) => SELECTOR.exec(String(selector))?.[1]?.split(/,\s*(?![^(]*\))/) ?? [],
  )
}

/** Braces that Smarty, Squarespace, Twig, Liquid or Django read as code. */
const TEMPLATE_CODE = /\{[^\s\d]|\{\{|\{%|\}\}/

describe.each([
  ['stub', STUB],
  ['keeper', KEEPER],
] as const)('the line of the %s', (name, line) => {
  test('is that of the guides', () => expect(readBlock(name)).toBe(`<script>${line}</script>`))
  test('has no brace that a template engine reads as code', () => expect(line).not.toMatch(TEMPLATE_CODE))
})

test.each(Object.entries(writeGenerated()))('the reference tables: generated/%s is up to date', async (file, text) => {
  await expect(text).toMatchFileSnapshot(`../../../src/recipes/generated/${file}`)
})

test('names and titles are unique', () => {
  const names = RECIPES.flatMap(({ name, platform, variant = '' }) => [name, `${platform}, ${variant}`])
  expect(names).toEqual([...new Set(names)])
})

test('the recipe of a tag is found by its settings', () => {
  const { settings } = Object(RECIPES.find(({ name }) => name === 'woocommerce'))
  expect([findRecipeOf({ ...settings, debug: 'ask' })?.name, findRecipeOf({})]).toEqual(['woocommerce', undefined])
})
