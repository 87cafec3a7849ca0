/**
 * Places of the customer’s address in data layers: under its other usual names, next to the event, and pushed before the
 * order.
 */
import { bought, type Example, email, example } from './example.js'

const ecommerce = { transaction_id: 'C-1', value: 5 }
const cart = { order_number: 'C-1', cart_value: 500 }
const address = { street: '12 Mill Lane', city: 'London', postal_code: 'W1', country: 'GB' }

/** A purchase, with these fields next to its event. */
const withFields = (fields: object) => ({ dataLayer: [{ event: 'purchase', ecommerce, ...fields }] })
/** A purchase, and an entry before it. */
const after = (entry: unknown) => ({ dataLayer: [entry, { event: 'purchase', ecommerce }] })

export const CUSTOMERS: Example[] = [
  example('the address of the order before that of the account, by Stape’s plugin', {
    page: withFields({
      user_data: {
        ...{ customer_id: '7', billing_email: email, billing_phone: '1', new_customer: 'false' },
        email: 'account@example.com',
      },
    }),
    cart,
    from: 'https://github.com/stape-io/gtm-server-side-wordpress-plugin (includes/class-gtm-server-side-wc-helpers.php)',
  }),
  example('a guest’s address, by Stape’s plugin', {
    page: withFields({ user_data: { billing_email: email, billing_city: 'London', new_customer: 'true' } }),
    cart,
    from: 'https://github.com/stape-io/gtm-server-side-wordpress-plugin (includes/class-gtm-server-side-event-purchase.php)',
  }),
  example('the address that a user-provided data variable has', {
    page: withFields({ user_data: { email, phone_number: '+442079460000', address: [address], _tag_mode: 'MANUAL' } }),
    cart,
    from: 'https://github.com/facebookincubator/ConversionsAPI-Tag-for-GoogleTagManager/pull/47',
  }),
  example('the address among the fields of two services', {
    page: withFields({ user_data: { email, phone: '1', first_name: 'Ada', address, external_id: 'u-7', gender: 'f' } }),
    cart,
    from: 'https://doc.biosphere.agence-bb.ch/core-events/purchase',
  }),
  example('the address under Meta’s short name', {
    page: withFields({
      user_data: { em: email, fn: 'ada', ln: 'lovelace', ph: '442079460000', ct: 'london', zp: 'w1' },
    }),
    cart,
    from: 'https://pastebin.com/1RyEUp46',
  }),
  example('the address among the fields of the order', {
    page: bought({ ...ecommerce, customer_email: email, customer_telephone: '+442079460000' }),
    cart,
    from: 'https://pastebin.com/e928hDEM',
  }),
  example('the address of a customer who has logged in, pushed before the order', {
    page: after({
      event: 'dl_user_data',
      cart_total: '0.00',
      user_properties: { visitor_type: 'logged_in', customer_id: '7', customer_email: email, customer_tags: '' },
    }),
    cart,
    from: 'https://gist.github.com/elephantsneverforget/62d0b533bf0c31a963927dce3d892aa6',
  }),
  example('the address of a step of the checkout, pushed before the order', {
    page: after({
      event: 'add_customer_details',
      ecommerce: { currency: 'EUR', value: 5 },
      customer: { email, phone: '1', name: 'Ada Lovelace', city: 'London' },
    }),
    cart,
    from: 'https://readconv.com/events/add_customer_details',
  }),
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
    from: 'https://github.com/Digital-Position-Team/conversion-tracking-scripts (gtm-shopify-pixel-checkout-pages.js)',
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
    from: 'https://github.com/magepal/magento2-google-tag-manager/issues/68',
  }),
]
