/** Ecwid: a storefront that its own JavaScript draws into any page. */
import type { Recipe } from './recipe.js'

export const ECWID: readonly Recipe[] = [
  {
    name: 'ecwid',
    platform: 'Ecwid',
    paste: 'into the `<head>` of every page',
    scriptPlace: 'behind the tag, on the page that has the storefront',
    needsScript: 'Ecwid tells of an order and its customer only to functions that ask for it (`Ecwid.OnOrderPlaced`).',
    script: `
addEventListener('load', () =>
  window.Ecwid?.OnAPILoaded.add(() =>
    Ecwid.OnOrderPlaced.add((order) =>
      convert({
        email: order.customer.email,
        ecommerce: {
          transaction_id: order.vendorNumber,
          value: order.total,
          tax: order.tax,
          shipping: order.shipping,
          coupon: order.couponName,
          items: order.items.map(({ product, quantity }) => ({
            item_id: product.sku || product.id,
            item_name: product.name,
            price: product.price,
            quantity,
            url: product.url,
          })),
        },
      }))))`,
    expect: 'All data is in the order that Ecwid passes. The number is the one in the customer’s e-mail.',
    source: {
      repository: 'https://docs.ecwid.com/build-apps/storefronts/track-storefront-events/new-order-is-placed-event',
      files: ['“New order is placed” event; no template is public'],
      version: '2025',
    },
  },
]
