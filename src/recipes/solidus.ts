/** Solidus: its starter frontend. */
import type { Recipe } from './recipe.js'

export const SOLIDUS: readonly Recipe[] = [
  {
    name: 'solidus',
    platform: 'Solidus',
    variant: 'starter frontend',
    paste: 'into `app/views/orders/show.html.erb`, at its end',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: {
        order_number: '.order-page__title /([\\w-]*\\d[\\w-]*)/',
        cart_value: '#line-items > div:last-child dd',
        items: {
          each: '.order-item',
          product_id: '.item-info__name a@href /([^\\/?]+)\\/?(?:\\?.*)?$/',
          name: '.item-info__name a',
          product_url: '.item-info__name a',
          image_url: '.order-item__image img',
          item_qty: '.order-item__price-single /\\(\\D*(\\d+)\\)/',
          price: '.order-item__price-single /^(.*)\\(/',
          qty_price: '.order-item__price',
        },
      },
    },
    templateLine: {
      file: 'app/views/orders/show.html.erb',
      place: 'at its end, before the tag',
      line: '<% if order_just_completed?(@order) %><span hidden data-ringup="email"><%= @order.email %></span><% end %>',
      expressions: ['<% if order_just_completed?(@order) %>', '<%= @order.email %>', '<% end %>'],
    },
    expect:
      'The e-mail comes from the line, the rest from the page. The page shows no SKU, so `product_id` is the last part of the product’s address. `cart_value` is what is left to pay after store credit. Customers see the same page again in their account: without the e-mail it reports nothing.',
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
