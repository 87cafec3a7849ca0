/** WooCommerce: one list for both of its confirmation pages, and plugins that fill a data layer. */
import type { Recipe, TemplateLine } from './recipe.js'

/** Comments in many themes have the word `<head>` too. A theme of blocks has no such file. */
const PASTE =
  'into the `<head>` of every page: the theme’s `header.php`, before `<?php wp_head(); ?>`. A block theme has no such file: there, use a plugin that adds code to the header'

/** The confirmation page is classic, or has blocks. The theme decides, and the checkout before it does not. */
const BLOCKS = '.wc-block-order-confirmation-'
const toSummary = (position: number) =>
  `${BLOCKS}summary-list-item:nth-child(${position}) ${BLOCKS}summary-list-item__value`
const PRODUCT = `.product-name > a, ${BLOCKS}totals__product > a`
const AMOUNT = '.woocommerce-Price-amount'

const ORDER_NUMBER = `.woocommerce-order-overview__order strong, ${toSummary(1)}`
const EMAIL = `.woocommerce-order-overview__email strong, .woocommerce-customer-details--email, ${toSummary(4)}`

/** The last part of an address, without its query, or the product that plain permalinks have; never the host's name. */
const SLUG = '/(?:[^\\/]\\/|\\?product=)([^\\/?&]+)\\/?(?:[?&].*)?$/'

/**
 * The classic page shows the address to customers who are logged in. It shows a guest's from version 9.0 on (order-details.php),
 * but themes keep their own copies of older templates.
 */
const EMAIL_LINE: TemplateLine = {
  file: 'functions.php',
  place: 'at the end, in your child theme, or into a plugin that adds PHP',
  line: `add_action('woocommerce_thankyou', function ($id) { $order = wc_get_order($id); if ($order) echo '<span hidden data-ringup="email">' . esc_html($order->get_billing_email()) . '</span>'; });`,
  expressions: [],
}

const EMAIL_NOTE = 'Templates before version 9.0, and copies of them in themes, do not show a guest’s e-mail address.'

export const WOOCOMMERCE: readonly Recipe[] = [
  {
    name: 'woocommerce',
    platform: 'WooCommerce',
    paste: PASTE,
    lineIfNoEmail: EMAIL_LINE,
    tried: '8.2.2 on WordPress 6.4.1, and 11.0.1 on 7.1.0, each in a classic and a block theme',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: {
        order_number: ORDER_NUMBER,
        cart_value: `.woocommerce-order-overview__total ${AMOUNT}, ${BLOCKS}summary-list ${AMOUNT}`,
        email: EMAIL,
        items: {
          each: `.woocommerce-order .order_item, ${BLOCKS}totals__table .order_item`,
          product_id: `${PRODUCT}@href ${SLUG}`,
          name: PRODUCT,
          product_url: PRODUCT,
          item_qty: '.product-quantity',
          qty_price: `.product-total ${AMOUNT}, ${BLOCKS}totals__total ${AMOUNT}`,
        },
      },
    },
    expect: `The page is read, in classic markup and in blocks. It shows no SKU, so \`product_id\` is the last part of the product’s address, and a product without a page of its own is left out. The coupon and the currency are not on the page. ${EMAIL_NOTE}`,
    source: {
      repository: 'woocommerce/woocommerce',
      files: [
        'templates/checkout/thankyou.php',
        'templates/order/order-details.php',
        'templates/order/order-details-item.php',
        'templates/order/order-details-customer.php',
        'src/Blocks/BlockTypes/OrderConfirmation/Summary.php',
        'src/Blocks/BlockTypes/OrderConfirmation/Totals.php',
      ],
      version: '8.2.2 and 11.0.1',
    },
  },
  {
    name: 'woocommerce-gtm4wp',
    platform: 'WooCommerce',
    variant: 'with GTM4WP',
    sign: 'script[src*="duracelltomi-google-tag-manager"], script[id^="gtm4wp"]',
    paste: PASTE,
    lineIfNoEmail: EMAIL_LINE,
    tried: '11.0.1, with GTM4WP 2.0.0-rc1',
    settings: {
      convertOn: 'purchase',
      selectors: { email: EMAIL },
    },
    expect: `The order is the plugin’s \`purchase\` event, with real product IDs. The e-mail address is the page’s. The plugin reports an order once, and not when the page is loaded again. ${EMAIL_NOTE}`,
    source: {
      repository: 'duracelltomi/gtm4wp',
      files: ['src/Modules/WooCommerce/ProductData.php', 'src/Modules/WooCommerce/PageDataLayer.php'],
      version: '2.0.0-rc1',
    },
  },
  {
    name: 'woocommerce-stape',
    platform: 'WooCommerce',
    variant: 'with Stape’s Conversion Tracking plugin',
    sign: 'script[src*="/gtm-server-side/"]',
    paste: PASTE,
    lineIfNoEmail: EMAIL_LINE,
    tried: '11.0.1, with the plugin’s version 2.3.5',
    settings: {
      convertOn: 'purchase_stape',
      selectors: { email: EMAIL },
    },
    expect: `The order is the plugin’s \`purchase_stape\` event. The e-mail address is the event’s, if the plugin’s user data are on, else the page’s. The plugin reports an order once, on the next page if need be. ${EMAIL_NOTE}`,
    source: {
      repository: 'stape-io/gtm-server-side-wordpress-plugin',
      files: ['includes/class-gtm-server-side-event-purchase.php', 'includes/class-gtm-server-side-wc-helpers.php'],
      version: '2.3.5',
    },
  },
  {
    name: 'woocommerce-google-analytics',
    platform: 'WooCommerce',
    variant: 'with Google Analytics for WooCommerce',
    sign: 'script[id^="woocommerce-google-analytics-integration"]',
    paste: PASTE,
    lineIfNoEmail: EMAIL_LINE,
    settings: {
      convertOn: 'purchase',
      selectors: { order_number: ORDER_NUMBER, email: EMAIL },
    },
    expect: `The order is the plugin’s \`purchase\` event. It has the order’s ID, so the number that the customer sees is read from the page, and so is the e-mail address. ${EMAIL_NOTE}`,
    source: {
      repository: 'woocommerce/woocommerce-google-analytics-integration',
      files: ['assets/js/src/tracker/data-formatting.js', 'includes/class-wc-google-gtag-js.php'],
      version: '2.1.7',
    },
  },
]
