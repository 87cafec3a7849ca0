/** Sylius. Its thank-you page does not show the order. */
import type { Recipe } from './recipe.js'

const ORDER =
  '{{ { transaction_id: order.number, value: order.total / 100, currency: order.currencyCode, coupon: order.promotionCoupon.code|default(null), email: order.customer.email, items: order.items.values|map(item => { item_id: item.variant.code, item_name: item.productName, price: item.discountedUnitPrice / 100, quantity: item.quantity }) }|json_encode }}'

export const SYLIUS: readonly Recipe[] = [
  {
    name: 'sylius',
    platform: 'Sylius',
    paste:
      'before `</body>` of every page: your copy of `shared/layout/base.html.twig` in `templates/bundles/SyliusShopBundle` (of Sylius 1: `layout.html.twig`)',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: { order: '#ringup-order@data-order' },
    },
    templateLine: {
      file: 'templates/bundles/SyliusShopBundle/order/thank_you.html.twig',
      place: 'at the end of the block `content` (of Sylius 1: `Order/thankYou.html.twig`)',
      line: `<div hidden id="ringup-order" data-order="${ORDER}"></div>`,
      expressions: [ORDER],
    },
    expect:
      'All data comes from the line. The page only says that there is an order. Sylius stores hundredths in every currency, and the line divides them. `price` is after the discounts of the unit.',
    source: {
      repository: 'Sylius/Sylius',
      files: [
        'src/Sylius/Bundle/ShopBundle/templates/order/thank_you.html.twig',
        'src/Sylius/Bundle/ShopBundle/Resources/views/Order/thankYou.html.twig',
        'src/Sylius/Component/Core/Model/OrderItem.php',
        'src/Sylius/Bundle/MoneyBundle/Formatter/MoneyFormatter.php',
      ],
      version: '2.0.0-ALPHA.3 (3466cbab10) and 1.14',
    },
  },
]
