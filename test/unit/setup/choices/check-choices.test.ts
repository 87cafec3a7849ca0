/** Promise: the set-up page names what cannot be right before anything is copied. */
import { describe, expect, test } from 'vitest'
import { checkChoices } from '../../../../src/setup/choices/check-choices.js'
import type { Choices } from '../../../../src/setup/choices/choices.js'
import { createChoices, ELSEWHERE } from '../create-choices.js'

const findWrong = (more: Partial<Choices>) =>
  Object.entries(checkChoices(createChoices(more))).flatMap(([field, sentence]) => (sentence ? field : []))

test('what is right has no sentence', () => {
  expect(findWrong({})).toEqual([])
})

test.each<[field: keyof Choices, value: string, reason: string]>([
  ['origin', '', 'nothing'],
  ['origin', 'shop.example', 'no scheme'],
  ['origin', 'https://Shop.example', 'capitals, which no browser sends'],
  ['origin', 'https://shop.example/en', 'a path'],
  ['origin', 'ftp://shop.example', 'no web address'],
  ['endpoint', 'https://shop.example', 'no path'],
  ['endpoint', 'https://shop.example/ringup?a=1', 'a query'],
  ['endpoint', 'https://shop.example/a b', 'a space in the path'],
  ['endpoint', "https://a'b@shop.example/ringup", 'a name, and a quote that would end a text of the theme'],
  ['apiUrl', 'api.example.com', 'no scheme'],
  ['apiUrl', 'https://api.example.com/?key=1', 'a query'],
  ['list', 'My list', 'a space and a capital'],
  ['list', 'x'.repeat(65), 'too long'],
  ['listId', '', 'a list without its ID'],
])('wrong is %s %j (%s)', (field, value) => {
  expect(findWrong({ [field]: value })).toEqual([field])
})

test('without a list no ID is needed', () => {
  expect(findWrong({ list: '', listId: '' })).toEqual([])
})

describe('on Shopify', () => {
  const shopify = { system: 'shopify', endpoint: ELSEWHERE }

  test('the proxy is on another origin than the shop', () => {
    expect(findWrong({ ...shopify, endpoint: 'https://shop.example/ringup' })).toEqual(['endpoint'])
    expect(findWrong(shopify)).toEqual([])
  })

  test.each(['', 'https://tea.myshopify.com', 'tea.example', 'tea.myshopify.com.evil.example'])(
    'the address there is not %j',
    (myshopify) => {
      expect(findWrong({ ...shopify, myshopify })).toEqual(['myshopify'])
      expect(findWrong({ myshopify })).toEqual([]) // elsewhere nobody asks
    },
  )
})
