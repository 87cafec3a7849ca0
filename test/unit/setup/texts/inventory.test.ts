/** Promise: the entry for PCI DSS says what is loaded, by whom, what it reads, and who checks it. */
import { describe, expect, test } from 'vitest'
import { toInventory } from '../../../../src/setup/texts/inventory.js'
import { createChoices, ELSEWHERE, SNIPPET } from '../create-choices.js'

describe('the inventory', () => {
  const read = (more = {}) =>
    toInventory(createChoices({ payment: 'yes', ...more }), SNIPPET, { order: ['order_number'], signUp: ['email'] })

  test('names version, hash, data and hosts', () => {
    const text = read()
    for (const words of ['Ringup 1.2.3', 'sha384-hash; checked by the browser', 'Order: order_number', 'shop.example'])
      expect(text).toContain(words)
  })

  test.each([
    [{ system: 'shopify', endpoint: ELSEWHERE }, 'not checked by the browser: watch the file'],
    [{ payment: '' }, 'choose the tag for payment pages'],
    [{ system: 'tag-manager' }, 'a tag manager cannot give a hash'],
    [{ system: 'tag-manager', onPage: 'yes' }, 'checked by the browser (integrity attribute)'],
    [{}, 'Consent: Not required by this installation.'],
    [{ consent: 'required' }, 'Consent: Nothing is stored or sent without the shopper’s yes.'],
    [{ consent: 'cookiebot' }, 'the shopper’s yes. Cookiebot: Yes: the category marketing is allowed. No: '],
    [{ list: '' }, 'Reports completed orders to'],
  ])('for %j says %j', (more, words) => {
    expect(read(more)).toContain(words)
  })
})
