/** Promise: the set-up page has the lines of `ringup.env` that depend on the shop, and none that overwrites a key. */
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Choices } from '../../../../src/setup/choices/choices.js'
import { toEnvironment } from '../../../../src/setup/texts/environment.js'
import { createChoices, ELSEWHERE } from '../create-choices.js'

describe('the proxy’s settings', () => {
  const read = (more = {}, fields: string[] = []) => parseEnv(toEnvironment(createChoices(more), fields))

  test('are what was chosen, without the lines that `ringup init` has written', () => {
    expect(read()).toEqual({
      RINGUP_API_URL: 'https://api.example.com/v1/shop',
      RINGUP_ORIGINS: 'https://shop.example',
      RINGUP_LISTS: '{"newsletter":{"id":"42"}}',
    })
  })

  test.each<[more: Partial<Choices>, fields: string[], settings: Record<string, string | undefined>, reason: string]>([
    [{ list: '' }, [], { RINGUP_LISTS: undefined }, 'no list'],
    [{}, ['email', 'first_name'], { RINGUP_LISTS: '{"newsletter":{"id":"42"}}' }, 'fields that every list takes'],
    [{}, ['email', 'city'], { RINGUP_LISTS: '{"newsletter":{"id":"42","fields":["city"]}}' }, 'another field'],
    [{ endpoint: 'https://shop.example/a/b' }, [], { RINGUP_PATH: '/a/b' }, 'another path'],
    [{ system: 'shopify', endpoint: ELSEWHERE }, [], { RINGUP_ALLOW_OPAQUE_ORIGIN: '1' }, 'the pixel has no origin'],
    [{ system: 'shopify', endpoint: ELSEWHERE }, [], { RINGUP_SHOPIFY_SECRET: '' }, 'the webhook has a secret'],
    [
      { system: 'shopify', endpoint: ELSEWHERE, myshopify: 'tea.myshopify.com' },
      [],
      { RINGUP_ORIGINS: 'https://shop.example,https://tea.myshopify.com' },
      'the shop is opened under both',
    ],
  ])('for %j and the fields %j have %j (%s)', (more, fields, settings) => {
    const all = read(more, fields)
    expect(Object.fromEntries(Object.keys(settings).map((name) => [name, all[name]]))).toEqual(settings)
  })
})
