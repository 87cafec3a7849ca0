/** Promise: whoever asks whether it works is told what to look at, from the page to the API. */
import { expect, test } from 'vitest'
import { toLooks } from '../../../../src/setup/texts/working.js'
import { createChoices, ELSEWHERE } from '../create-choices.js'

const toCommands = (more: Parameters<typeof createChoices>[0]) =>
  toLooks(createChoices(more)).flatMap(({ command }) => command ?? [])

test('a page is checked from the command line, and the proxy’s events are listed', () => {
  expect(toCommands({ origin: 'https://tea.example' })).toEqual([
    'node dist/cli.js check --env-file ringup.env --page https://tea.example/',
    'node dist/cli.js events list --env-file ringup.env',
  ])
})

test('on Shopify no page has the tag, so none is checked', () => {
  expect(toCommands({ system: 'shopify', endpoint: ELSEWHERE })).toEqual([
    'node dist/cli.js events list --env-file ringup.env',
  ])
})

test.each([
  ['ask', 'add `?ringup-debug` to the address'],
  ['', 'With `data-debug="ask"` on the tag'],
] as const)('with debug %j the panel is said to open: %s', (debug, words) => {
  expect(
    toLooks(createChoices({ debug }))
      .map(({ text }) => text)
      .join(),
  ).toContain(words)
})

test.each([
  ['', ['In Tag Manager’s preview', 'In the panel']],
  ['yes', ['In the page’s source', 'In the panel']],
] as const)('a tag that Tag Manager loads (on the page: %j) is looked for where it is', (onPage, titles) => {
  const looks = toLooks(createChoices({ system: 'tag-manager', onPage }))
  expect(looks.slice(0, 2).map(({ title }) => title)).toEqual(titles)
})

test('the request to look for has the endpoint that was chosen', () => {
  const texts = toLooks(createChoices({ endpoint: 'https://shop.example/api/a' })).map(({ text }) => text)
  expect(texts.join()).toContain('`POST` to `https://shop.example/api/a`')
})
