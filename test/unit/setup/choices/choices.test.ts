/** Promise: an address of the set-up page holds the choices, and brings them back. */
import { describe, expect, test } from 'vitest'
import {
  type Choices,
  DEFAULTS,
  readHash,
  toHash,
  toSettled,
  withChanged,
} from '../../../../src/setup/choices/choices.js'
import { createChoices } from '../create-choices.js'

describe('the endpoint', () => {
  test.each<[changes: Partial<Choices>, endpoint: string, reason: string]>([
    [{ origin: 'https://tea.example' }, 'https://tea.example/ringup', 'follows the shop’s address'],
    [{ system: 'shopify' }, 'https://events.shop.example/ringup', 'is on a subdomain where no path is to be had'],
    [{ endpoint: 'https://a.example/x' }, 'https://a.example/x', 'is the chosen one'],
    [{ consent: 'required' }, 'https://shop.example/ringup', 'stays when nothing of it changes'],
  ])('after %j is %j: it %s', (changes, endpoint) => {
    expect(withChanged(createChoices(), changes).endpoint).toBe(endpoint)
  })

  test('that a person has chosen stays when the shop’s address changes', () => {
    const chosen = withChanged(createChoices(), { endpoint: 'https://a.example/x' })
    expect(withChanged(chosen, { origin: 'https://tea.example' }).endpoint).toBe('https://a.example/x')
  })
})

test('typed texts are settled: no spaces around, no slashes at the end, no empty lists', () => {
  const lists = [
    { name: ' tea ', id: ' 7' },
    { name: ' ', id: '' },
  ]
  const typed = createChoices({ origin: ' https://shop.example/ ', endpoint: 'https://shop.example/ringup//', lists })
  expect(toSettled(typed)).toEqual(createChoices({ lists: [{ name: 'tea', id: '7' }] }))
})

describe('the address', () => {
  const usual = createChoices({ system: '' })

  test('is empty while nothing is chosen', () => {
    expect(toHash(usual, usual)).toBe('')
  })

  test.each<[changes: Partial<Choices>, hash: string]>([
    [{ system: 'shopware-6', consent: 'cookiebot' }, 'system=shopware-6&consent=cookiebot'],
    [{ origin: 'https://tea.example' }, 'origin=https%3A%2F%2Ftea.example'],
    [{ endpoint: 'https://a.example/x' }, 'endpoint=https%3A%2F%2Fa.example%2Fx'],
    [{ lists: [] }, 'lists=%5B%5D'],
    [{ settings: { convertOn: 'load' } }, 'settings=%7B%22convertOn%22%3A%22load%22%7D'],
  ])('of %j is %j, and brings it back', (changes, hash) => {
    const choices = withChanged(usual, changes)
    expect(toHash(choices, usual)).toBe(hash)
    expect(readHash(`#${hash}`, usual)).toEqual(choices)
  })

  test('ignores names and values that are not known', () => {
    expect(readHash('#other=1&consent=yes&payment=no&settings=broken', DEFAULTS)).toEqual(DEFAULTS)
  })
})
