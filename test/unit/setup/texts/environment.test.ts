/** Promise: the lines of `ringup.env` are those that the running proxy lacks. None is a secret, and none is empty. */
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import type { Choices } from '../../../../src/setup/choices/choices.js'
import { toSystems } from '../../../../src/setup/choices/systems.js'
import type { Known } from '../../../../src/setup/known.js'
import { toEnvironment } from '../../../../src/setup/texts/environment.js'
import { createChoices, createKnown, ELSEWHERE } from '../create-choices.js'

const read = (more: Partial<Choices>, known?: Known) => parseEnv(toEnvironment(createChoices(more), known))

test('a page that was opened as a file has all of them', () => {
  expect(read({})).toEqual({
    RINGUP_API_URL: 'https://api.example.com/v1/shop',
    RINGUP_ORIGINS: 'https://shop.example',
    RINGUP_LISTS: '{"newsletter":{"id":"42"}}',
  })
})

const MANY = [
  { name: 'newsletter', id: '42', fields: ['city'] },
  { name: 'club', id: '7' },
]
test.each<[more: Partial<Choices>, lines: object, reason: string]>([
  [{}, {}, 'the proxy has everything'],
  [{ origin: 'https://b.example' }, { RINGUP_ORIGINS: 'https://shop.example,https://b.example' }, 'one more origin'],
  [{ apiUrl: 'https://b.example' }, { RINGUP_API_URL: 'https://b.example' }, 'another API'],
  [{ endpoint: 'https://shop.example/a/b' }, { RINGUP_PATH: '/a/b' }, 'another path'],
  [{ lists: MANY }, { RINGUP_LISTS: '{"newsletter":{"id":"42","fields":["city"]},"club":{"id":"7"}}' }, 'more lists'],
  [
    { system: 'shopify', endpoint: ELSEWHERE, myshopify: 'tea.myshopify.com' },
    { RINGUP_ORIGINS: 'https://shop.example,https://tea.myshopify.com', RINGUP_ALLOW_OPAQUE_ORIGIN: '1' },
    'the shop has two addresses, and its pixel no origin',
  ],
])('beside a running proxy, %j comes to %j (%s)', (more, lines) => {
  expect(read(more, createKnown())).toEqual(lines)
})

test('the proxy’s own fields of a list are not a difference', () => {
  const lists = [{ name: 'newsletter', id: '42', fields: ['first_name', 'last_name'] }]
  expect(toEnvironment(createChoices(), createKnown({ lists }))).toBe('')
})

test('no platform has a line that is empty, or a key', () => {
  const systems = toSystems().flatMap(({ options }) => options.map(([system]) => system))
  const texts = systems.map((system) => toEnvironment(createChoices({ system, endpoint: ELSEWHERE })))
  expect(texts.join('\n')).not.toMatch(/RINGUP_KEY|SECRET|AUTHORIZATION|=$/m)
})
