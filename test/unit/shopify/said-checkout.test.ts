/** The pixel says of a checkout what the proxy reads; what a shopper has written, addresses and payment stay behind. */
import { expect, test } from 'vitest'
import { toContact, toSaidCheckout } from '../../../src/shopify/said-checkout.js'
import { SHOPIFY } from '../../examples/index.js'

test('what a shopper has written, where they live and how they pay is not said', () => {
  const said = JSON.stringify(SHOPIFY.map(({ checkout }) => toSaidCheckout(checkout, 'https://shop.example')))
  expect(said).not.toMatch(/Happy birthday|Lovelace|Mill Lane|\+44|Visa|93bbdf8e|ada@example/i)
})

test('a contact’s name is that of the delivery, else of the bill', () => {
  const [ada, grace] = [{ firstName: 'Ada', lastName: null }, { firstName: 'Grace' }]
  expect(toContact({ email: 'a@example.com', shippingAddress: ada, billingAddress: grace }).first_name).toBe('Ada')
  expect(toContact({ email: 'a@example.com', shippingAddress: null, billingAddress: grace }).first_name).toBe('Grace')
  expect(toContact({ email: 'a@example.com' })).toEqual({ email: 'a@example.com' })
})
