/** Promise: there is to copy what this shop needs, and nothing while what stands in it is wrong. */
import { describe, expect, test } from 'vitest'
import { RECIPES } from '../../../../src/recipes/index.js'
import { checkChoices } from '../../../../src/setup/choices/check-choices.js'
import type { Choices } from '../../../../src/setup/choices/choices.js'
import { toPageBlocks, toServerBlocks } from '../../../../src/setup/texts/blocks.js'
import { createChoices, ELSEWHERE, SNIPPET } from '../create-choices.js'

const READ = { order: [], signUp: [] }
const toBlocks = (more: Partial<Choices>) => {
  const choices = createChoices(more)
  return [...toPageBlocks(choices, SNIPPET), ...toServerBlocks(choices, SNIPPET, READ)]
}
const toIds = (more: Partial<Choices>) => toBlocks(more).map(({ id }) => id)

describe('what there is', () => {
  const server = ['environment', 'policy', 'inventory']
  test.each<[more: Partial<Choices>, ids: string[]]>([
    [{}, ['tag', 'marked-form', ...server]],
    [{ list: '' }, ['tag', ...server]],
    [{ source: 'call' }, ['stub', 'tag', 'call', 'marked-form', ...server]],
    [{ consent: 'cookiebot', list: '' }, ['tag', ...server]],
    [{ consent: 'tcf', list: '' }, ['stub', 'tag', 'banner-script', ...server]],
    [{ source: 'call', consent: 'tcf', list: '' }, ['stub', 'tag', 'banner-script', 'call', ...server]],
    [{ system: 'tag-manager', consent: 'tcf' }, ['steps', 'template', ...server]],
    [{ system: 'tag-manager' }, ['steps', 'template', ...server]],
    [{ system: 'tag-manager', onPage: 'yes' }, ['steps', 'template', 'tag', 'marked-form', ...server]],
    [
      { system: 'shopify', endpoint: ELSEWHERE },
      ['steps', 'theme-snippet', 'theme', 'pixel', 'environment', 'inventory'],
    ],
  ])('for %j is %j', (more, ids) => {
    expect(toIds(more)).toEqual(ids)
  })

  test.each(RECIPES.map((recipe) => [recipe.name, recipe] as const))(
    'for %s is what its recipe has',
    (system, recipe) => {
      const ids = toIds({ system, list: '' })
      expect(['template-line', 'needed-line', 'call', 'tag'].map((id) => ids.includes(id))).toEqual([
        recipe.templateLine !== undefined,
        recipe.templateLine?.needs !== undefined,
        'script' in recipe,
        true,
      ])
    },
  )
})

/** Choices with a value that would stand in the text. */
const WRONG: Partial<Choices>[] = [
  { origin: 'https://wrong.example/path' },
  { endpoint: 'https://wrong.example' },
  { apiUrl: 'wrong' },
  { list: 'Wrong list' },
]

test.each(WRONG)('no text that holds %j is to be copied', (more) => {
  const errors = checkChoices(createChoices(more))
  const [value = ''] = Object.values(more) as string[]
  for (const system of ['other', 'tag-manager', 'shopify']) {
    const copied = toBlocks({ system, ...more }).filter(({ needs = [] }) => needs.every((field) => !errors[field]))
    expect(copied.filter(({ text }) => text.includes(value)).map(({ id }) => id)).toEqual([])
  }
})

test('every file that a text speaks of can be copied and downloaded', () => {
  const systems = ['tag-manager', 'shopify'].map((system) => toBlocks({ system, endpoint: ELSEWHERE }))
  for (const blocks of systems) {
    const named = blocks.flatMap(({ text, isFile }) => (isFile ? [] : (text.match(/[\w-]+\.(js|liquid|tpl)\b/g) ?? [])))
    const pasted = named.filter((name) => !['ringup.js', 'theme.liquid'].includes(name)) // the proxy’s, and the theme’s own
    expect(pasted.length).toBeGreaterThan(0)
    const files = blocks.flatMap(({ file, text }) => (file && text ? [file] : []))
    expect(files).toEqual(expect.arrayContaining(pasted))
  }
})

test('a Shopify address that is none keeps the proxy’s settings back', () => {
  const more = { system: 'shopify', endpoint: ELSEWHERE, myshopify: 'wrong' }
  const errors = checkChoices(createChoices(more))
  const kept = toBlocks(more).filter(({ needs = [] }) => needs.some((field) => errors[field]))
  expect(kept.map(({ id }) => id)).toEqual(['environment'])
})
