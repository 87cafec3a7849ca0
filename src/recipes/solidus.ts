/** Solidus: its starter frontend. */
import type { Recipe } from './recipe.js'
import { ORDER_PAGE_LINE } from './spree.js'

export const SOLIDUS: readonly Recipe[] = [
  {
    name: 'solidus',
    platform: 'Solidus',
    variant: 'starter frontend',
    paste: 'before `</body>` of every page: `app/views/layouts/storefront.html.erb`',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: { order: '#ringup-order@data-order' },
    },
    templateLine: { file: 'app/views/orders/show.html.erb', ...ORDER_PAGE_LINE },
    expect:
      'Everything comes from the line, which is only on the page that a just completed order leads to. Customers see that page again in their account, where it reports nothing. The coupon is not sent. `cart_value` is the total before store credit.',
    source: {
      repository: 'solidusio/solidus_starter_frontend',
      files: [
        'templates/app/views/orders/show.html.erb',
        'templates/app/views/orders/_order_item.html.erb',
        'templates/app/views/orders/_item_info.html.erb',
        'templates/app/views/orders/_line_items.html.erb',
      ],
      version: '70fd2fe',
    },
  },
]
