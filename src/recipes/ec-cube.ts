/** EC-CUBE. Its completion page shows only the number. */
import type { Recipe } from './recipe.js'

const ORDER =
  '{{ { transaction_id: Order.orderNo, value: Order.paymentTotal, currency: Order.currencyCode, email: Order.email, items: Order.MergedProductOrderItems|map(item => { item_id: item.productCode ?: item.Product.id, item_name: item.productName, price: item.priceIncTax, quantity: item.quantity }) }|json_encode }}'

export const EC_CUBE: readonly Recipe[] = [
  {
    name: 'ec-cube',
    platform: 'EC-CUBE',
    variant: 'version 4',
    paste: 'before `</body>` of every page: `app/template/default/default_frame.twig`',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: { order: '#ringup-order@data-order' },
    },
    templateLine: {
      file: 'app/template/default/Shopping/complete.twig',
      place: 'at the end of its block `main`',
      line: `<div hidden id="ringup-order" data-order="${ORDER}"></div>`,
      expressions: [ORDER],
    },
    expect:
      'All data comes from the line. `cart_value` is the paid amount, after points. `price` includes tax. `product_id` is the product code, or the id if the product has no code.',
    source: {
      repository: 'EC-CUBE/ec-cube',
      files: [
        'src/Eccube/Resource/template/default/Shopping/complete.twig',
        'src/Eccube/Controller/ShoppingController.php',
        'src/Eccube/Entity/Order.php',
        'src/Eccube/Entity/OrderItem.php',
      ],
      version: '4.3.0-alpha (7786521)',
    },
  },
]
