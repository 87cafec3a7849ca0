/**
 * Promise: the pixel sends the fields of a checkout that the proxy reads. Texts of the shopper, addresses and payment
 * data are not sent.
 */
import { expect, test } from 'vitest'
import { toContact, toRawCheckout } from '../../../src/shopify/raw-checkout.js'
import { SHOPIFY } from '../../examples/index.js'

test('the shopper’s texts, addresses and payment data are not sent', () => {
  const said = JSON.stringify(SHOPIFY.map(({ checkout }) => toRawCheckout(checkout, 'https://shop.example')))
  expect(said).not.toMatch(/Happy birthday|Lovelace|Mill Lane|\+44|Visa|93bbdf8e|ada@example/i)
})

test('a contact’s name comes from the delivery, else from the bill', () => {
  const [ada, grace] = [{ firstName: 'Ada', lastName: null }, { firstName: 'Grace' }]
  expect(toContact({ email: 'a@example.com', shippingAddress: ada, billingAddress: grace }).first_name).toBe('Ada')
  expect(toContact({ email: 'a@example.com', shippingAddress: null, billingAddress: grace }).first_name).toBe('Grace')
  expect(toContact({ email: 'a@example.com' })).toEqual({ email: 'a@example.com' })
})
