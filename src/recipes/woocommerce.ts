/** WooCommerce: its classic templates. */
import type { Recipe } from './recipe.js'

const PASTE = 'into the `<head>` of every page: the theme’s `header.php`, or a plugin that adds code to the header'

export const WOOCOMMERCE: readonly Recipe[] = [
  {
    name: 'woocommerce-classic',
    platform: 'WooCommerce',
    variant: 'classic checkout (shortcode)',
    paste: PASTE,
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: {
        order_number: '.woocommerce-order-overview__order strong',
        cart_value: '.woocommerce-order-overview__total .woocommerce-Price-amount',
        email: '.woocommerce-order-overview__email strong, .woocommerce-customer-details--email',
        items: {
          each: '.woocommerce-order .order_item',
          product_id: '.product-name a@href /([^\\/?]+)\\/?(?:\\?.*)?$/',
          name: '.product-name a',
          product_url: '.product-name a',
          item_qty: '.product-quantity',
          qty_price: '.product-total .woocommerce-Price-amount',
        },
      },
    },
    expect:
      'All of it is on the page. The page shows no SKU, so `product_id` is the last part of the product’s address; a product without a page of its own is left out.',
    source: {
      repository: 'woocommerce/woocommerce',
      files: [
        'plugins/woocommerce/templates/checkout/thankyou.php',
        'plugins/woocommerce/templates/order/order-details.php',
        'plugins/woocommerce/templates/order/order-details-item.php',
        'plugins/woocommerce/templates/order/order-details-customer.php',
      ],
      version: 'thankyou.php 8.1.1, order-details.php 9.8.0',
    },
  },
]
