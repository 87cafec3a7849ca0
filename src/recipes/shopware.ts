/** Shopware 6. */
import type { Recipe } from './recipe.js'

export const SHOPWARE: readonly Recipe[] = [
  {
    name: 'shopware-6',
    platform: 'Shopware 6',
    paste:
      'into the `<head>` of every page: your theme’s `layout/meta.html.twig`, block `layout_head_javascript_tracking`, behind `{{ parent() }}`',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: {
        order_number: '.finish-ordernumber@data-order-number',
        cart_value: '.hidden-line-items-information@data-value',
        items: {
          each: '.is-act-finishpage .line-item-product',
          product_id: '.line-item-product-number /:\\s*(.+)$/',
          name: '.line-item-label@title',
          product_url: '.line-item-label',
          item_qty: '.line-item-quantity-select-wrapper',
          qty_price: '.line-item-total-price-value',
        },
      },
    },
    templateLine: {
      file: 'storefront/page/checkout/finish/finish-details.html.twig',
      place: 'in your theme, in block `page_checkout_finish_ordernumber`, behind `{{ parent() }}`',
      line: '<meta data-ringup="email" content="{{ page.order.orderCustomer.email }}">',
      expressions: ['{{ page.order.orderCustomer.email }}'],
    },
    expect:
      'All data except the e-mail address is on the page, whether or not Google Analytics is set up. `product_id` is the product number. Promotions are not items.',
    source: {
      repository: 'shopware/storefront',
      files: [
        'Resources/views/storefront/page/checkout/finish/finish-details.html.twig',
        'Resources/views/storefront/component/checkout/hidden-line-items-information.html.twig',
        'Resources/views/storefront/component/line-item/type/product.html.twig',
      ],
      version: '6.6.0.1',
    },
  },
]
