/** Promise: the set-up page names a wrong address or list before anything is copied. */
import { describe, expect, test } from 'vitest'
import { checkChoices } from '../../../../src/setup/choices/check-choices.js'
import type { Choices } from '../../../../src/setup/choices/choices.js'
import { createChoices, ELSEWHERE } from '../create-choices.js'

const findWrong = (more: Partial<Choices>) =>
  Object.entries(checkChoices(createChoices(more))).flatMap(([field, sentence]) => (sentence ? field : []))

test.each<[more: Partial<Choices>, reason: string]>([
  [{}, 'all of it'],
  [{ lists: [] }, 'a shop without lists'],
])('right is %j (%s)', (more) => {
  expect(findWrong(more)).toEqual([])
})

test.each<[field: keyof Choices, value: unknown, reason: string]>([
  ['origin', '', 'nothing'],
  ['origin', 'shop.example', 'no scheme'],
  ['origin', 'https://Shop.example', 'capitals, which browsers do not send'],
  ['origin', 'https://shop.example/en', 'a path'],
  ['origin', 'ftp://shop.example', 'not a web address'],
  ['endpoint', 'https://shop.example', 'no path'],
  ['endpoint', 'https://shop.example/ringup?a=1', 'a query'],
  ['endpoint', 'https://shop.example/a b', 'a space in the path'],
  ['endpoint', "https://a'b@shop.example/ringup", 'a name, and a quote that would end a text of the theme'],
  ['apiUrl', 'api.example.com', 'no scheme'],
  ['apiUrl', 'https://api.example.com/?key=1', 'a query'],
  ['lists', [{ name: 'My list', id: '1' }], 'a space and a capital'],
  ['lists', [{ name: 'x'.repeat(65), id: '1' }], 'too long'],
  ['lists', [{ name: 'tea', id: '' }], 'a list without its ID'],
  ['lists', ['1', '2'].map((id) => ({ name: 'tea', id })), 'two lists of one name'],
])('wrong is %s %j (%s)', (field, value) => {
  expect(findWrong({ [field]: value })).toEqual([field])
})

describe('on Shopify', () => {
  const shopify = { system: 'shopify', endpoint: ELSEWHERE, myshopify: 'tea.myshopify.com' }

  test('the proxy is on another origin than the shop', () => {
    expect(findWrong({ ...shopify, endpoint: 'https://shop.example/ringup' })).toEqual(['endpoint'])
    expect(findWrong(shopify)).toEqual([])
  })

  test.each(['', 'https://tea.myshopify.com', 'tea.example', 'tea.myshopify.com.evil.example'])(
    'the address there is not %j',
    (myshopify) => {
      expect(findWrong({ ...shopify, myshopify })).toEqual(['myshopify'])
    },
  )
})
