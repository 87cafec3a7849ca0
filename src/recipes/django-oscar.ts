/** django-oscar: its thank-you page, with and without its own Google Analytics. */
import type { Recipe, TemplateLine } from './recipe.js'

/** Only the thank-you page has it. The basket has the same rows and totals. */
const THANK_YOU = 'p.lead'

const PASTE = 'into the `<head>` of every page: your copy of `templates/oscar/base.html`'

const EMAIL: TemplateLine = {
  file: 'templates/oscar/checkout/thank_you.html',
  place: 'in the block `order_actions`, before `{{ block.super }}`',
  line: '<span hidden data-ringup="email">{{ order.email }}</span>',
  expressions: ['{{ order.email }}'],
}

export const DJANGO_OSCAR: readonly Recipe[] = [
  {
    name: 'django-oscar',
    platform: 'django-oscar',
    variant: 'from the page',
    paste: PASTE,
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: {
        order_number: `${THANK_YOU} strong`,
        cart_value: `${THANK_YOU} ~ .row #basket_totals h3.price_color`,
        items: {
          each: `${THANK_YOU} ~ .shipping-payment ~ .basket-items > .row`,
          product_id: 'h3 a@href /_(\\d+)\\/?$/',
          name: 'h3 a',
          product_url: 'h3 a',
          image_url: '.image_container img',
          item_qty: '.col-sm-1',
          qty_price: '.price_color',
        },
      },
    },
    templateLine: EMAIL,
    expect:
      'The e-mail comes from the line, all other data from the page. The page does not show a SKU, so `product_id` is the id at the end of the product’s address. Prices of items are before discounts.',
    source: {
      repository: 'django-oscar/django-oscar',
      files: [
        'src/oscar/templates/oscar/checkout/thank_you.html',
        'src/oscar/templates/oscar/order/partials/basket_totals.html',
      ],
      version: '4.2',
    },
  },
  {
    name: 'django-oscar-ga',
    platform: 'django-oscar',
    variant: 'with its own Google Analytics',
    paste: PASTE,
    settings: {
      adapter: 'data-layer',
      convertOn: 'purchase',
    },
    templateLine: EMAIL,
    expect:
      'The e-mail comes from the line, all other data from the data layer: `product_id` is the partner’s SKU. Oscar pushes an order only when its page is first seen.',
    source: {
      repository: 'django-oscar/django-oscar',
      files: [
        'src/oscar/templates/oscar/partials/google_analytics_transaction.html',
        'src/oscar/templates/oscar/partials/google_analytics.html',
        'src/oscar/apps/checkout/views.py',
      ],
      version: '4.2',
    },
  },
]
