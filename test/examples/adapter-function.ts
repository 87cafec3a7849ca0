/** An adapter of the shop’s own: a function that returns an order in the form of `convert()`. */
import { type Example, email, example } from './example.js'

const order = { email, cart_data: { order_number: 'F-1', cart_value: 1999 }, cart_items: [{ product_id: 'MUG-1' }] }

export const ADAPTER_FUNCTION: Example[] = [
  example('a function, in whole cents', {
    page: { settings: { adapter: () => order } },
    sent: order,
  }),
  example('an asynchronous function', {
    page: { settings: { adapter: async () => order } },
    sent: order,
  }),
  example('a function that returns a GA4 object, in decimals', {
    page: { settings: { adapter: () => ({ email, ecommerce: { transaction_id: 'F-2', value: '19.99' } }) } },
    cart: { order_number: 'F-2', cart_value: 1999 },
  }),
  example('a function is asked instead of the page', {
    page: {
      dataLayer: [{ event: 'purchase', ecommerce: { transaction_id: 'PAGE', value: 1 } }],
      settings: { adapter: () => order },
    },
    sent: order,
  }),
  example('a function that returns undefined: the passed values are sent', {
    page: { settings: { adapter: () => undefined }, passed: { email, cart_data: { order_number: 'F-4' } } },
    cart: { order_number: 'F-4' },
  }),
  example('a function that throws: the passed values are sent, with a problem', {
    page: {
      settings: {
        adapter: () => {
          throw new Error('not today')
        },
      },
      passed: { email, cart_data: { order_number: 'F-5' } },
    },
    cart: { order_number: 'F-5' },
    problems: { adapter: 'adapter_failed' },
  }),
]
