/** Spree: its three storefronts, the newest first. */
import type { Recipe, TemplateLine } from './recipe.js'

/** @param more fields that this version has, ending in a comma and a blank */
const toOrder = (more = '') =>
  `<%= { transaction_id: @order.number, value: @order.total, currency: @order.currency, ${more}email: @order.email, items: @order.line_items.map { |item| { item_id: item.sku.presence || item.variant_id, item_name: item.name, price: item.price, quantity: item.quantity } } }.to_json %>`

const ORDER = toOrder('coupon: @order.promo_code, ')

/** Spree 4 and Solidus show the same page again in the customer's account. The line is only on the first. */
const ORDER_OF_4 = toOrder()
const JUST_COMPLETED = ['<% if order_just_completed?(@order) %>', '<% end %>'] as const

/** The line of an order page that customers also open later. */
export const ORDER_PAGE_LINE: Pick<TemplateLine, 'place' | 'line' | 'expressions'> = {
  place: 'at its end',
  line: `${JUST_COMPLETED[0]}<div hidden id="ringup-order" data-order="${ORDER_OF_4}"></div>${JUST_COMPLETED[1]}`,
  expressions: [JUST_COMPLETED[0], ORDER_OF_4, JUST_COMPLETED[1]],
}

export const SPREE: readonly Recipe[] = [
  {
    name: 'spree-next',
    platform: 'Spree',
    variant: 'storefront in Next.js, with Tag Manager',
    paste: 'into `src/app/layout.tsx`, the layout of every page, before `</body>`: the tag is valid JSX as it is',
    settings: {
      adapter: 'data-layer',
      convertOn: 'purchase',
      email: 'p.text-sm.text-gray-600.mb-4',
    },
    templateLine: {
      file: 'src/lib/analytics/gtm.ts',
      place: 'in `mapLineItemToGA4Item()`, in place of `item_id: lineItem.id`',
      line: 'item_id: lineItem.variant_id,',
      expressions: ['lineItem.variant_id'],
    },
    expect:
      'The order comes from the data layer. The e-mail comes from the page, which shows it a moment later. The line makes `product_id` the variant’s id. The storefront itself pushes the id of the order’s line, which does not identify the product. Without Tag Manager, the storefront does not push orders.',
    source: {
      repository: 'spree/storefront',
      files: ['src/app/[country]/[locale]/(checkout)/order-placed/[id]/page.tsx', 'src/lib/analytics/gtm.ts'],
      version: '6b714fa',
    },
  },
  {
    name: 'spree-5-rails',
    platform: 'Spree',
    variant: 'storefront of version 5, in Rails',
    paste:
      'before `</body>` of every page: your copies of `app/views/layouts/spree/storefront.html.erb` and `checkout.html.erb`',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: { order: '#ringup-order@data-order' },
    },
    templateLine: {
      file: 'app/views/themes/default/spree/checkout/complete.html.erb',
      place: 'at its end',
      line: `<div hidden id="ringup-order" data-order="${ORDER}"></div>`,
      expressions: [ORDER],
    },
    expect:
      'All data comes from the line. The page itself shows number, e-mail and amounts, but neither SKU nor address of a product. `cart_value` is the total before store credit and gift cards.',
    source: {
      repository: 'spree/spree',
      files: [
        'storefront/app/views/themes/default/spree/checkout/complete.html.erb',
        'storefront/app/views/spree/checkout/_line_item.html.erb',
        'storefront/app/views/layouts/spree/checkout.html.erb',
        'core/app/models/spree/line_item.rb',
      ],
      version: '5-2-stable',
    },
  },
  {
    name: 'spree-4-rails',
    platform: 'Spree',
    variant: 'storefront of version 4 (spree_frontend)',
    paste: 'before `</body>` of every page: your copy of `app/views/spree/layouts/spree_application.html.erb`',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: { order: '#ringup-order@data-order' },
    },
    templateLine: { file: 'app/views/spree/orders/show.html.erb', ...ORDER_PAGE_LINE },
    expect:
      'Everything comes from the line, which is only on the page that a just completed order leads to. Customers see that page again in their account, where it reports nothing. The coupon is not sent.',
    source: {
      repository: 'spree/spree_rails_frontend',
      files: [
        'app/views/spree/orders/show.html.erb',
        'app/views/spree/shared/_order_details.html.erb',
        'app/views/spree/checkout/_summary.html.erb',
      ],
      version: '50b4e55c5e',
    },
  },
]
