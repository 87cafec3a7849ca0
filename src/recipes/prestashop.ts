/** PrestaShop: its two themes, and its own module for Google Analytics. */
import type { Recipe } from './recipe.js'

/** A new shop never compiles a changed template by itself. */
const PASTE =
  'into the `<head>` of every page: at the end of the theme’s `templates/_partials/head.tpl`. Then press Clear cache under Advanced Parameters, Performance: until then PrestaShop shows its old templates'

/** The one address in the sentence about the sent e-mail. */
const EMAIL = {
  classic: '#content-hook_order_confirmation p',
  hummingbird: '[role="alert"][tabindex="0"] p',
}
/** The reference is the last word, in every language. */
const REFERENCE = {
  classic: '#order-reference-value',
  hummingbird: '.order-confirmation__details-list li',
}
const LAST_WORD = '/([\\w.-]+)$/'

export const PRESTASHOP: readonly Recipe[] = [
  {
    name: 'prestashop-classic',
    platform: 'PrestaShop',
    variant: 'Classic theme',
    paste: PASTE,
    tried: '8.2.1',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: {
        order_number: `${REFERENCE.classic} ${LAST_WORD}`,
        cart_value: '#order-confirmation .order-confirmation-table .total-value td:last-child',
        email: EMAIL.classic,
        items: {
          each: '#order-confirmation .order-confirmation-table .order-line',
          product_id: 'meta[name="product-id"]',
          name: '.details span',
          item_qty: '.qty .row > :nth-child(2)',
          price: '.qty .row > :nth-child(1)',
          qty_price: '.qty .row > :nth-child(3)',
          image_url: '.image img',
        },
      },
    },
    templateLine: {
      file: 'templates/checkout/_partials/order-confirmation-table.tpl',
      place: 'in your theme, as the first line inside `<div class="order-line row">`',
      line: '<meta name="product-id" content="{$product.id_product}">',
      expressions: ['{$product.id_product}'],
    },
    expect:
      'All data except the products’ IDs is on the page. Without the line, the order is sent without its items. The number is the reference that the customer sees.',
    source: {
      repository: 'PrestaShop/classic-theme',
      files: ['templates/checkout/order-confirmation.tpl', 'templates/checkout/_partials/order-confirmation-table.tpl'],
      version: '3.0.0, commit fb07f25',
    },
  },
  {
    name: 'prestashop-hummingbird',
    platform: 'PrestaShop',
    variant: 'Hummingbird theme',
    paste: PASTE,
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: {
        order_number: `${REFERENCE.hummingbird} ${LAST_WORD}`,
        cart_value: '#order-confirmation .order-confirmation__totals .order-confirmation__line-value',
        email: EMAIL.hummingbird,
        items: {
          each: '#order-confirmation .order-confirmation__product',
          product_id: '.order-confirmation__product-reference /[:：]\\s*(.+)$/',
          name: '.order-confirmation__product-title',
          item_qty: '.order-confirmation__product-quantity',
          price: '.order-confirmation__product-price',
          qty_price: '.order-confirmation__product-total',
          image_url: '.order-confirmation__product-img',
        },
      },
    },
    expect:
      'All data is on the page. `product_id` is the product’s reference. A product without a reference is left out. A shop that shows prices without tax reports its value without tax.',
    source: {
      repository: 'PrestaShop/hummingbird',
      files: ['templates/checkout/order-confirmation.tpl', 'templates/checkout/_partials/order-confirmation-table.tpl'],
      version: '2.0.0, commit 7cee7b8',
    },
  },
  {
    name: 'prestashop-google-analytics',
    platform: 'PrestaShop',
    variant: 'with ps_googleanalytics',
    paste: PASTE,
    tried: '8.2.1, with the module’s version 5.0.2',
    settings: {
      convertOn: 'purchase',
      selectors: {
        order_number: `${REFERENCE.classic}, ${REFERENCE.hummingbird} ${LAST_WORD}`,
        email: `${EMAIL.classic}, ${EMAIL.hummingbird}`,
      },
    },
    expect:
      'The order is the module’s `purchase` event. The event has the order’s ID. The reference that the customer sees and the e-mail address are read from the page, in either theme.',
    source: {
      repository: 'PrestaShop/ps_googleanalytics',
      files: [
        'classes/GoogleAnalyticsTools.php',
        'classes/Wrapper/OrderWrapper.php',
        'classes/Wrapper/ProductWrapper.php',
        'views/templates/hook/ga_tag.tpl',
      ],
      version: '5.0.3',
    },
  },
]
