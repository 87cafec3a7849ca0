/** W3C’s Customer Experience Digital Data Layer: the global `digitalData`. */
import { type Example, email } from './example.js'

const user = [{ profile: [{ profileInfo: { profileID: '7', email } }] }]

export const DIGITAL_DATA: Example[] = [
  {
    name: 'digitalData with a whole transaction',
    page: {
      digitalData: {
        page: { pageInfo: { pageID: 'Thank you' }, category: { primaryCategory: 'Checkout' } },
        user,
        transaction: {
          transactionID: 'D-1',
          total: { transactionTotal: 31.97, voucherCode: 'WELCOME', currency: 'EUR', shipping: 4.99 },
          item: [
            {
              productInfo: { productID: 'MUG-1', productName: 'Blue mug' },
              category: { primaryCategory: 'Home' },
              quantity: 2,
              price: { basePrice: 12.99 },
            },
          ],
        },
      },
    },
    sent: {
      email,
      cart_data: {
        order_number: 'D-1',
        cart_value: 3197,
        promo: 'WELCOME',
        cart_item_count: 2,
        currency: 'EUR',
        shipping: '4.99',
      },
      cart_items: [
        { product_id: 'MUG-1', name: 'Blue mug', category: ['Home'], item_qty: 2, price: 1299, qty_price: 2598 },
      ],
    },
    problems: {},
  },
  {
    name: 'digitalData with a total as text, and no items',
    page: {
      lang: 'fr',
      digitalData: { user, transaction: { transactionID: 104, total: { transactionTotal: '1 299,50 €' } } },
    },
    sent: { email, cart_data: { order_number: '104', cart_value: 129950 } },
    problems: {},
  },
  {
    name: 'digitalData’s product without an id',
    page: {
      digitalData: {
        user,
        transaction: {
          transactionID: 'D-2',
          item: [
            { productInfo: { productName: 'Gift wrap' }, quantity: 1, price: { basePrice: 2 } },
            { productInfo: { productID: 'TEA-7' }, quantity: 1, price: { basePrice: '4.00' } },
          ],
        },
      },
    },
    sent: {
      email,
      cart_data: { order_number: 'D-2', cart_item_count: 2 },
      cart_items: [{ product_id: 'TEA-7', item_qty: 1, price: 400, qty_price: 400 }],
    },
    problems: { 'cart_items.0': 'no_product_id' },
  },
  {
    name: 'digitalData knows the customer, the GA4 event the order',
    page: {
      dataLayer: [{ event: 'purchase', ecommerce: { transaction_id: 'D-3', value: 5 } }],
      digitalData: { user, cart: { cartID: 'c9', item: [{ productInfo: { productID: 'OLD' } }] } },
    },
    sent: { email, cart_data: { order_number: 'D-3', cart_value: 500 } },
    problems: {},
  },
]
