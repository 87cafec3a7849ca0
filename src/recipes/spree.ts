/** Spree: its three storefronts, the newest first. */
import type { Recipe } from './recipe.js'

const ORDER =
  '<%= { transaction_id: @order.number, value: @order.total, currency: @order.currency, coupon: @order.promo_code, email: @order.email, items: @order.line_items.map { |item| { item_id: item.sku.presence || item.variant_id, item_name: item.name, price: item.price, quantity: item.quantity } } }.to_json %>'

export const SPREE: readonly Recipe[] = [
  {
    name: 'spree-next',
    platform: 'Spree',
    variant: 'storefront in Next.js, with Tag Manager',
    paste: 'into `src/app/layout.tsx`, before `</body>`: the tag is valid JSX as it is',
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
      'The order comes from the data layer, each time one is placed; the e-mail from the page, which shows it a moment later. The line makes `product_id` the variant’s id: the storefront itself pushes the id of the order’s line, by which nobody knows the product. Without Tag Manager nothing is pushed.',
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
    paste: 'into `spree/checkout/complete.html.erb` of your theme, at its end',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: { order: '#ringup-order@data-order' },
    },
    templateLine: {
      file: 'app/views/themes/default/spree/checkout/complete.html.erb',
      place: 'at its end, before the tag',
      line: `<div hidden id="ringup-order" data-order="${ORDER}"></div>`,
      expressions: [ORDER],
    },
    expect:
      'Everything comes from the line: the page itself shows number, e-mail and amounts, but neither SKU nor address of a product. `cart_value` is the total before store credit and gift cards.',
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
    paste: 'into `app/views/spree/orders/show.html.erb`, at its end',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: {
        order_number: '.order-show-number /([\\w-]*\\d[\\w-]*)/',
        cart_value: '#summary-order-total',
        items: {
          each: '[data-hook="order_details_line_item_row"]',
          product_id: '[data-hook="order_item_name"] a@href /([^\\/?]+)\\/?(?:\\?.*)?$/',
          name: '[data-hook="order_item_name"] a',
          product_url: '[data-hook="order_item_name"] a',
          image_url: '[data-hook="order_item_image"] img',
          item_qty: '[data-hook="order_item_qty"]',
          price: '[data-hook="order_item_price"]',
          qty_price: '[data-hook="order_item_total"]',
        },
      },
    },
    templateLine: {
      file: 'app/views/spree/orders/show.html.erb',
      place: 'at its end, before the tag',
      line: '<% if order_just_completed?(@order) %><span hidden data-ringup="email"><%= @order.email %></span><% end %>',
      expressions: ['<% if order_just_completed?(@order) %>', '<%= @order.email %>', '<% end %>'],
    },
    expect:
      'The e-mail comes from the line, the rest from the page. The page shows no SKU, so `product_id` is the last part of the product’s address. Customers see the same page again in their account: without the e-mail it reports nothing.',
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
