/** Promise: an address of the set-up page holds what was chosen and nothing that was pasted, and brings it back. */

import { describe, expect, test } from 'vitest'
import { toSelectors } from '../../../../src/contract/selectors.js'
import {
  type Choices,
  DEFAULTS,
  readHash,
  toHash,
  toSettled,
  withChanged,
} from '../../../../src/setup/choices/choices.js'

describe('the endpoint', () => {
  test.each<[changes: Partial<Choices>, endpoint: string, reason: string]>([
    [{ origin: 'https://tea.example' }, 'https://tea.example/ringup', 'follows the shop’s address'],
    [{ system: 'shopify' }, 'https://events.shop.example/ringup', 'is on a subdomain where no path is to be had'],
    [{ endpoint: 'https://a.example/x' }, 'https://a.example/x', 'is what somebody has chosen'],
    [{ list: 'tea' }, 'https://shop.example/ringup', 'stays when nothing of it changes'],
  ])('after %j is %j: it %s', (changes, endpoint) => {
    expect(withChanged(DEFAULTS, changes).endpoint).toBe(endpoint)
  })

  test('that somebody has chosen stays when the shop’s address changes', () => {
    const chosen = withChanged(DEFAULTS, { endpoint: 'https://a.example/x' })
    expect(withChanged(chosen, { origin: 'https://tea.example' }).endpoint).toBe('https://a.example/x')
  })
})

test('what is typed is settled: no spaces around, no slashes at the end, no empty selectors, the usual names', () => {
  const typed = {
    ...DEFAULTS,
    origin: ' https://shop.example/ ',
    endpoint: 'https://shop.example/ringup//',
    list: ' tea ',
    dataLayer: ' ',
    event: '',
    selectors: { each: ' tr ', 'cart.promo': ' ' },
  }
  expect(toSettled(typed)).toEqual({
    ...DEFAULTS,
    list: 'tea',
    selectors: { each: 'tr' },
  })
})

describe('the address', () => {
  test('is empty while nothing is chosen', () => {
    expect(toHash(DEFAULTS)).toBe('')
  })

  test.each<[changes: Partial<Choices>, hash: string]>([
    [{ list: 'tea', consent: 'required' }, 'list=tea&consent=required'],
    [{ consent: 'cookiebot' }, 'consent=cookiebot'],
    [{ origin: 'https://tea.example' }, 'origin=https%3A%2F%2Ftea.example'],
    [{ endpoint: 'https://a.example/x' }, 'endpoint=https%3A%2F%2Fa.example%2Fx'],
    [{ list: '' }, 'list='],
    [{ selectors: { 'cart.order_number': '#no', each: '' } }, 'cart.order_number=%23no'],
  ])('of %j is %j, and brings it back', (changes, hash) => {
    const choices = withChanged(DEFAULTS, changes)
    expect(toHash(choices)).toBe(hash)
    expect(toHash(readHash(`#${hash}`))).toBe(hash)
  })

  test('passes over what no choice is', () => {
    expect(readHash('#source=nonsense&other=1&item.nothing=a&consent=yes')).toEqual(DEFAULTS)
  })
})

test.each<[selectors: Record<string, string>, setting: object, reason: string]>([
  [
    { 'cart.order_number': '#no', each: 'tr', 'item.price': '.p' },
    { order_number: '#no', items: { each: 'tr', price: '.p' } },
    'order and items',
  ],
  [{ 'item.price': '.p' }, {}, 'no rows: no items'],
  [{}, {}, 'nothing'],
])('the setting selectors of %j is %j (%s)', (selectors, setting) => {
  expect(toSelectors(selectors)).toEqual(setting)
})
