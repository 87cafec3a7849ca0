/** Medusa: its storefront starter, in Next.js. */
import type { Recipe } from './recipe.js'

const ORDER =
  '={JSON.stringify({ transaction_id: order.display_id, value: order.total, currency: order.currency_code, email: order.email, items: order.items?.map((item) => ({ item_id: item.variant_sku ?? item.variant_id, item_name: item.product_title, item_variant: item.variant_title, price: item.unit_price, quantity: item.quantity })) })} />'

export const MEDUSA: readonly Recipe[] = [
  {
    name: 'medusa',
    platform: 'Medusa',
    variant: 'storefront starter (Next.js)',
    paste:
      'into `src/app/layout.tsx`, the layout of every page, at the start of `<body>`: the tag is valid JSX as it is',
    tried: '2.13.6, with the storefront of April 2026',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: { order: '#ringup-order@data-order' },
    },
    templateLine: {
      file: 'src/modules/order/templates/order-completed-template.tsx',
      place: 'at the start of the outer `<div>`',
      line: `<div hidden id="ringup-order" data-order${ORDER}`,
      expressions: [ORDER],
    },
    expect:
      'Everything comes from the line, because the page does not show SKU and address of a product. The checkout leads here without loading a page, and each order is reported. `price` is without tax unless the shop’s prices include it. The coupon is not sent.',
    source: {
      repository: 'medusajs/nextjs-starter-medusa',
      files: [
        'src/app/[countryCode]/(main)/order/[id]/confirmed/page.tsx',
        'src/modules/order/templates/order-completed-template.tsx',
        'src/modules/order/components/item/index.tsx',
        'src/lib/data/orders.ts',
      ],
      version: '9818886f',
    },
  },
]
