/** Universal Analytics’ enhanced e-commerce. Many shops still push it with GA4 or instead of it. */
import { bought, type Example, example, purchase, user_data } from './example.js'

export const UNIVERSAL_ANALYTICS: Example[] = [
  example('Universal Analytics, with an event of its own', {
    page: {
      dataLayer: [
        {
          event: 'orderCompleted',
          user_data,
          ecommerce: {
            purchase: {
              actionField: { id: 'UA-1', revenue: '35.43', coupon: 'SPRING', tax: '4.90', shipping: '5.99' },
              products: [
                {
                  id: 'MUG-1',
                  name: 'Blue mug',
                  price: '15.25',
                  quantity: 1,
                  category: 'Home/Mugs',
                  brand: 'Acme',
                  variant: 'L',
                },
                { id: 'TEA-7', name: 'Green tea', price: 4.6, quantity: '2' },
              ],
            },
          },
        },
      ],
    },
    cart: {
      order_number: 'UA-1',
      cart_value: 3543,
      promo: 'SPRING',
      cart_item_count: 3,
      tax: '4.90',
      shipping: '5.99',
    },
    items: [
      {
        product_id: 'MUG-1',
        name: 'Blue mug',
        price: 1525,
        item_qty: 1,
        qty_price: 1525,
        category: ['Home', 'Mugs'],
        brand: 'Acme',
        variant: 'L',
      },
      { product_id: 'TEA-7', name: 'Green tea', price: 460, item_qty: 2, qty_price: 920 },
    ],
    from: 'https://pastebin.com/LyK8P9Rt',
  }),
  example('Universal Analytics without an event, as it is pushed before the container loads', {
    page: {
      dataLayer: [
        { ecommerce: { purchase: { actionField: { id: 'UA-2', revenue: 10 } } }, user_data },
        { event: 'gtm.js', 'gtm.start': 1767225600000 },
      ],
    },
    cart: { order_number: 'UA-2', cart_value: 1000 },
    from: 'marcusRB/GA_enhanced_ecommerce_for_GTM: transaction.js',
  }),
  example('Universal Analytics inside a GA4 event', {
    page: bought({
      purchase: {
        actionField: { id: 'UA-3', revenue: '1,299.00' },
        products: [{ id: 'SOFA', price: '1,299.00', quantity: 1 }],
      },
    }),
    cart: { order_number: 'UA-3', cart_value: 129900, cart_item_count: 1 },
    items: [{ product_id: 'SOFA', price: 129900, item_qty: 1, qty_price: 129900 }],
  }),
  example('Universal Analytics cleared after the purchase', {
    page: {
      dataLayer: [
        ...purchase({ purchase: { actionField: { id: 'UA-4', revenue: 3 } } }),
        { ecommerce: null },
        { event: 'productClick', ecommerce: { click: { products: [{ id: 'TEA-7' }] } } },
      ],
    },
    cart: { order_number: 'UA-4', cart_value: 300 },
  }),
]
