/** WooCommerce: its two checkouts, and two plugins that fill a data layer. */
import type { Recipe } from './recipe.js'

const PASTE = 'into the `<head>` of every page: the theme’s `header.php`, or a plugin that adds code to the header'

/** One of them is on every confirmation page that shows whose order it is. */
const EMAIL = {
  classic: '.woocommerce-order-overview__email strong, .woocommerce-customer-details--email',
  blocks:
    '.wc-block-order-confirmation-summary-list-item:nth-child(4) .wc-block-order-confirmation-summary-list-item__value',
}
const ORDER_NUMBER = {
  classic: '.woocommerce-order-overview__order strong',
  blocks:
    '.wc-block-order-confirmation-summary-list-item:nth-child(1) .wc-block-order-confirmation-summary-list-item__value',
}
const AMOUNT = '.woocommerce-Price-amount'
/** The last part of an address, without its query, or what plain permalinks have for it; never the host's name. */
const SLUG = '/(?:[^\\/]\\/|\\?product=)([^\\/?&]+)\\/?(?:[?&].*)?$/'
const NO_SKU =
  'The page shows no SKU, so `product_id` is the last part of the product’s address; a product without a page of its own is left out'

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
        order_number: ORDER_NUMBER.classic,
        cart_value: `.woocommerce-order-overview__total ${AMOUNT}`,
        email: EMAIL.classic,
        items: {
          each: '.woocommerce-order .order_item',
          product_id: `.product-name > a@href ${SLUG}`,
          name: '.product-name > a',
          product_url: '.product-name > a',
          item_qty: '.product-quantity',
          qty_price: `.product-total ${AMOUNT}`,
        },
      },
    },
    expect: `All of it is on the page. ${NO_SKU}.`,
    source: {
      repository: 'woocommerce/woocommerce',
      files: [
        'templates/checkout/thankyou.php',
        'templates/order/order-details.php',
        'templates/order/order-details-item.php',
        'templates/order/order-details-customer.php',
      ],
      version: 'templates of version 8.1.1, 9.8.0, 5.2.0 and 5.6.1',
    },
  },
  {
    name: 'woocommerce-blocks',
    platform: 'WooCommerce',
    variant: 'checkout of blocks',
    paste: PASTE,
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: {
        order_number: ORDER_NUMBER.blocks,
        cart_value: `.wc-block-order-confirmation-summary-list ${AMOUNT}`,
        email: EMAIL.blocks,
        items: {
          each: '.wc-block-order-confirmation-totals__table .order_item',
          product_id: `.wc-block-order-confirmation-totals__product > a@href ${SLUG}`,
          name: '.wc-block-order-confirmation-totals__product > a',
          product_url: '.wc-block-order-confirmation-totals__product > a',
          item_qty: '.product-quantity',
          qty_price: `.wc-block-order-confirmation-totals__total ${AMOUNT}`,
        },
      },
    },
    expect: `All of it is in the blocks Order Summary and Order Totals. ${NO_SKU}. An order whose payment has failed is shown, and reported, too.`,
    source: {
      repository: 'woocommerce/woocommerce',
      files: [
        'src/Blocks/BlockTypes/OrderConfirmation/Summary.php',
        'src/Blocks/BlockTypes/OrderConfirmation/Totals.php',
      ],
      version: 'commits 72fee9d and 123d499',
    },
  },
  {
    name: 'woocommerce-gtm4wp',
    platform: 'WooCommerce',
    variant: 'with GTM4WP',
    paste: PASTE,
    settings: {
      convertOn: 'purchase',
      selectors: { email: `${EMAIL.classic}, ${EMAIL.blocks}` },
    },
    expect:
      'The order is the plugin’s `purchase` event, with real product IDs; the e-mail address is the page’s own. The plugin says an order once: not when the page is loaded again.',
    source: {
      repository: 'duracelltomi/gtm4wp',
      files: ['src/Modules/WooCommerce/ProductData.php', 'src/Modules/WooCommerce/PageDataLayer.php'],
      version: '2.0.0-rc1',
    },
  },
  {
    name: 'woocommerce-google-analytics',
    platform: 'WooCommerce',
    variant: 'with Google Analytics for WooCommerce',
    paste: PASTE,
    settings: {
      convertOn: 'purchase',
      selectors: {
        order_number: `${ORDER_NUMBER.classic}, ${ORDER_NUMBER.blocks}`,
        email: `${EMAIL.classic}, ${EMAIL.blocks}`,
      },
    },
    expect:
      'The order is the plugin’s `purchase` event. It says the order’s ID, so the number that the customer sees is read from the page, and so is the e-mail address.',
    source: {
      repository: 'woocommerce/woocommerce-google-analytics-integration',
      files: ['assets/js/src/tracker/data-formatting.js', 'includes/class-wc-google-gtag-js.php'],
      version: '2.1.7',
    },
  },
]
