/** W3C's `digitalData`. */
import { type Example, email, example, user_data } from './example.js'

const sent = {
  email,
  cart_data: { order_number: 'D-1', cart_value: 4597, promo: 'SPRING', currency: 'EUR', cart_item_count: 3 },
  cart_items: [
    {
      product_id: 'MUG-1',
      name: 'Blue mug',
      price: 1299,
      item_qty: 2,
      qty_price: 2598,
      category: ['Home', 'Mugs'],
      product_url: 'https://shop.example/mug',
      image_url: 'https://shop.example/mug.jpg',
    },
    { product_id: 'TEA-7', name: 'Green tea', price: 1999, item_qty: 1, qty_price: 1999 },
  ],
}

export const DIGITAL_DATA: Example[] = [
  example('W3C’s digitalData', {
    page: {
      digitalData: {
        user: [{ profile: [{ profileInfo: { profileID: '7', email } }] }],
        transaction: {
          transactionID: 'D-1',
          profile: { address: { city: 'London' } },
          total: { transactionTotal: 45.97, voucherCode: 'SPRING', currency: 'EUR' },
          item: [
            {
              productInfo: {
                productID: 'MUG-1',
                productName: 'Blue mug',
                productURL: 'https://shop.example/mug',
                productImage: 'https://shop.example/mug.jpg',
              },
              category: { primaryCategory: 'Home', subCategory1: 'Mugs' },
              quantity: 2,
              price: { basePrice: 12.99 },
            },
            { productInfo: { sku: 'TEA-7', productName: 'Green tea' }, quantity: 1, price: { basePrice: '19.99' } },
          ],
        },
      },
    },
    sent,
  }),
  example('the customer within W3C’s transaction', {
    page: {
      digitalData: {
        transaction: { transactionID: 'D-5', profile: { profileInfo: { email } }, total: { transactionTotal: 20.5 } },
      },
    },
    cart: { order_number: 'D-5', cart_value: 2050 },
  }),
  example('an order in the data layer before one in digitalData', {
    page: {
      digitalData: { transaction: { transactionID: 'D-2' } },
      dataLayer: [{ event: 'purchase', user_data, ecommerce: { transaction_id: 'D-3' } }],
    },
    cart: { order_number: 'D-3' },
  }),
]
