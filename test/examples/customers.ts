/**
 * Places of the customer’s address in data layers: under its other usual names, next to the event, and pushed before the
 * order.
 */
import { type Example, email, example } from './example.js'

const ecommerce = { transaction_id: 'C-1', value: 5 }
const purchase = { event: 'purchase', ecommerce }
const inOrder = { ...ecommerce, customer_email: email }
const logged = { visitor_type: 'logged_in', customer_id: '7', customer_email: email, customer_tags: '' }
const ofAccount = { billing_email: email, billing_phone: '1', email: 'account@example.com' }

/** Data layers of a purchase, with the address in its place. */
const PLACES: [what: string, dataLayer: object[], from: string][] = [
  ['of the order before that of the account', [{ ...purchase, user_data: ofAccount }], 'Stape’s plugin'],
  ['of a guest', [{ ...purchase, user_data: { billing_email: email, new_customer: 'true' } }], 'Stape’s plugin'],
  ['under Meta’s short name', [{ ...purchase, user_data: { em: email, ph: '4420' } }], 'pastebin.com/1RyEUp46'],
  ['among the order’s fields', [{ ...purchase, ecommerce: inOrder }], 'pastebin.com/e928hDEM'],
  ['of who has logged in before', [{ event: 'user', user_properties: logged }, purchase], 'gist elephantsneverforget'],
  ['of a step before', [{ event: 'details', ecommerce: { value: 5 }, customer: { email } }, purchase], 'readconv.com'],
]

export const CUSTOMERS: Example[] = [
  ...PLACES.map(([what, dataLayer, from]) =>
    example(`the address ${what}`, { page: { dataLayer }, cart: { order_number: 'C-1', cart_value: 500 }, from }),
  ),
  example('the address next to the event, with the order’s fields', {
    page: {
      dataLayer: [
        {
          ...{ event: 'checkout_completed', id: 'sh-1', token: 't', client_id: 'c', email, phone: '1' },
          ...{ first_name: 'Ada', address1: '12 Mill Lane', zip: 'W1' },
          ...{ orderId: '5001', currency: 'EUR', subtotal: 4, shipping: 1, value: 5, tax: 0.8 },
        },
      ],
      settings: { convertOn: 'checkout_completed' },
    },
    cart: { order_number: '5001', cart_value: 500, currency: 'EUR', shipping: '1', tax: '0.8' },
    from: 'Digital-Position-Team/conversion-tracking-scripts: gtm-shopify-pixel-checkout-pages.js',
  }),
  example('the address in the order, next to the older names', {
    page: {
      dataLayer: [
        {
          ...{ event: 'purchase', transactionId: 'C-2', transactionTotal: 5, transactionTax: 0.8 },
          order: { order_id: 'C-2', total: 5, is_guest_checkout: true, email, items: [{ sku: 'MUG-1', quantity: 1 }] },
        },
      ],
    },
    cart: {
      ...{ order_number: 'C-2', cart_value: 500, cart_item_count: 1 },
      ...{ transactionTax: '0.8', is_guest_checkout: 'true' },
    },
    items: [{ product_id: 'MUG-1', item_qty: 1 }],
    from: 'magepal/magento2-google-tag-manager#68',
  }),
]
