/** Promise: a shop gets the texts to copy that it needs, and no others. */
import { expect, test } from 'vitest'
import { RECIPES } from '../../../../src/recipes/index.js'
import type { Choices } from '../../../../src/setup/choices/choices.js'
import { toPageBlocks } from '../../../../src/setup/texts/blocks.js'
import { toTodos } from '../../../../src/setup/texts/steps.js'
import { createChoices, ELSEWHERE, SNIPPET } from '../create-choices.js'

const toBlocks = (more: Partial<Choices>) => toPageBlocks(createChoices(more), SNIPPET)
const toIds = (more: Partial<Choices>) => toBlocks(more).map(({ id }) => id)

test.each<[more: Partial<Choices>, ids: string[]]>([
  [{}, ['tag', 'marked-form']],
  [{ lists: [] }, ['tag']],
  [{ settings: { convertOn: '' } }, ['stub', 'tag', 'call', 'marked-form']],
  [{ consent: 'cookiebot', lists: [] }, ['tag']],
  [{ consent: 'tcf', lists: [] }, ['stub', 'tag', 'banner-script']],
  [{ system: 'tag-manager', consent: 'tcf' }, ['template']],
  [{ system: 'shopify', endpoint: ELSEWHERE }, ['theme-snippet', 'theme', 'pixel']],
])('for %j there is %j', (more, ids) => {
  expect(toIds(more)).toEqual(ids)
})

test.each(RECIPES.map((recipe) => [recipe.name, recipe] as const))(
  '%s has the lines of its recipe',
  (system, recipe) => {
    const ids = toIds({ system, lists: [] })
    expect(['template-line', 'needed-line', 'call', 'tag'].map((id) => ids.includes(id))).toEqual([
      recipe.templateLine !== undefined,
      recipe.templateLine?.needs !== undefined,
      'script' in recipe,
      true,
    ])
  },
)

test.each<[more: Partial<Choices>, promise: string]>([
  [{}, 'Its first line keeps orders if'],
  [{ settings: { convertOn: 'load' } }, 'keeps calls, but not an order that only the page shows.'],
  [{ system: 'woocommerce' }, 'keeps calls, but not an order that only the page shows.'],
])('the keeper of %j promises as much as it stores: %s', (more, promise) => {
  expect(toBlocks(more).find(({ id }) => id === 'tag')?.about).toContain(promise)
})

test('a line comes after the lines that it needs', () => {
  const blocks = toBlocks({ system: 'opencart-4', lists: [] })
  expect(blocks.map(({ id }) => id)).toEqual(['needed-line', 'needed-line1', 'template-line', 'tag'])
  expect(blocks[2]?.about).toContain('before `</body>`')
})

test.each(['tag-manager', 'shopify'] as const)('every file that the steps of %s name can be downloaded', (system) => {
  const choices = createChoices({ system, endpoint: ELSEWHERE })
  const steps = toTodos[system](choices, SNIPPET).flat().join(' ')
  const named = (steps.match(/[\w-]+\.(js|liquid|tpl)\b/g) ?? []).filter(
    (name) => !['ringup.js', 'theme.liquid'].includes(name), // the proxy’s, and the theme’s own
  )
  expect(named.length).toBeGreaterThan(0)
  expect(toBlocks({ system, endpoint: ELSEWHERE }).map(({ file }) => file)).toEqual(expect.arrayContaining(named))
})
