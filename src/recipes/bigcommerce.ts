/** BigCommerce. Its confirmation page shows the shop's e-mail address, but never the customer's. */
import type { Recipe } from './recipe.js'

const ORDER_ID = '{{checkout.order.id}}'

export const BIGCOMMERCE: readonly Recipe[] = [
  {
    name: 'bigcommerce-stape',
    platform: 'BigCommerce',
    variant: 'with Stape’s Conversion Tracking app',
    paste: 'into the head of every page: Storefront, Script Manager, as a script for all pages',
    settings: { convertOn: 'purchase_stape' },
    expect:
      'The order is the app’s `purchase_stape` event, with the e-mail address. The data layer of the app has to be on.',
    source: {
      repository: 'https://stape.io/helpdesk/documentation/bigcommerce-app-datalayer',
      files: ['documentation of the app’s data layer; no template is public'],
      version: 'October 2025',
    },
  },
  {
    name: 'bigcommerce',
    platform: 'BigCommerce',
    variant: 'without an app',
    paste: 'into the head of every page: Storefront, Script Manager, as a script for all pages',
    scriptPlace: 'into Storefront, Script Manager, as a script for the order confirmation page',
    needsScript:
      'The page shows the order and the customer’s first name. The e-mail address is only in the Storefront API.',
    script: `
fetch('/api/storefront/orders/${ORDER_ID}')
  .then((answer) => answer.json())
  .then(({ orderId, orderAmount, billingAddress, currency, coupons, lineItems }) =>
    convert({
      email: billingAddress.email,
      ecommerce: {
        transaction_id: orderId,
        value: orderAmount,
        currency: currency.code,
        coupon: coupons[0]?.code,
        items: [...lineItems.physicalItems, ...lineItems.digitalItems].map((item) => ({
          item_id: item.sku || item.productId,
          item_name: item.name,
          price: item.salePrice,
          quantity: item.quantity,
          url: item.url,
          image: item.imageUrl,
        })),
      },
    }))
  .catch(console.warn)`,
    expressions: [ORDER_ID],
    expect: 'All data comes from the Storefront API, which returns the order that this browser has just placed.',
    source: {
      repository: 'bigcommerce/checkout-js',
      files: [
        'packages/core/src/app/order/OrderStatus.tsx',
        'packages/core/src/app/order/OrderConfirmation/OrderConfirmationPage.tsx',
        'and the documentation of the Storefront API’s Get Order',
      ],
      version: 'commits 1b3a5b6 and 22e1543',
    },
  },
]
