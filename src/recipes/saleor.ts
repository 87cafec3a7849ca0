/** Saleor: its storefront, in Next.js. */
import type { Recipe } from './recipe.js'

const ORDER =
  '={JSON.stringify({ transaction_id: order.number, value: order.total.gross.amount, currency: order.total.gross.currency, coupon: order.voucher?.code, email: order.userEmail, items: order.lines.map((line) => ({ item_id: line.variant?.sku ?? line.variant?.id, item_name: line.productName, price: line.unitPrice.gross.amount, quantity: line.quantity })) })} />'

export const SALEOR: readonly Recipe[] = [
  {
    name: 'saleor',
    platform: 'Saleor',
    variant: 'storefront (Next.js)',
    paste:
      'into `src/app/layout.tsx`, the layout of every page, at the start of `<body>`: the tag is valid JSX as it is',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: { order: '#ringup-order@data-order' },
    },
    templateLine: {
      file: 'src/checkout/views/order-confirmation/order-confirmation.tsx',
      place: 'behind `<OrderConfirmationPageShell …>`',
      line: `<div hidden id="ringup-order" data-order${ORDER}`,
      expressions: [ORDER],
      needs: [
        {
          file: 'src/checkout/graphql/order.graphql',
          place: 'in `variant { … }` of `OrderLineFragment`; then run `pnpm generate`',
          line: 'id sku',
        },
      ],
    },
    expect:
      'All data comes from the line. The page itself shows number, e-mail and amounts, but neither SKU nor address of a product. The checkout leads to this page by a full load, so each order is reported.',
    source: {
      repository: 'saleor/storefront',
      files: [
        'src/checkout/views/order-confirmation/order-confirmation.tsx',
        'src/checkout/views/saleor-checkout/order-summary.tsx',
        'src/checkout/graphql/order.graphql',
        'src/checkout/lib/payment/navigate-to-order.ts',
      ],
      version: '60fea090',
    },
  },
]
