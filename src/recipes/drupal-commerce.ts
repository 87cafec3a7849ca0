/** Drupal Commerce: the last step of its checkout. */
import type { Recipe } from './recipe.js'

const ORDER =
  '{{ { transaction_id: order_entity.getOrderNumber, value: order_entity.getTotalPrice.getNumber, currency: order_entity.getTotalPrice.getCurrencyCode, email: order_entity.getEmail, items: order_entity.getItems|map(item => { item_id: item.hasPurchasedEntity ? item.getPurchasedEntity.getSku : item.id, item_name: item.getTitle, price: item.getUnitPrice.getNumber, quantity: item.getQuantity }) }|json_encode }}'

export const DRUPAL_COMMERCE: readonly Recipe[] = [
  {
    name: 'drupal-commerce',
    platform: 'Drupal Commerce',
    paste: 'into the `<head>` of every page: your theme’s `templates/html.html.twig`; then clear the caches',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: { order: '#ringup-order@data-order' },
    },
    templateLine: {
      file: 'templates/commerce-checkout-completion-message.html.twig',
      place: 'inside `<div class="checkout-complete">` of your theme’s copy',
      line: `<div hidden id="ringup-order" data-order="${ORDER}"></div>`,
      expressions: [ORDER],
    },
    expect:
      'All data comes from the line. The page shows only the number, within a sentence that the shop writes. `price` is before the discounts of the order.',
    source: {
      repository: 'drupalcommerce/commerce',
      files: [
        'modules/checkout/templates/commerce-checkout-completion-message.html.twig',
        'modules/checkout/src/Plugin/Commerce/CheckoutPane/CompletionMessage.php',
        'modules/order/src/Entity/OrderInterface.php',
        'modules/order/src/Entity/OrderItemInterface.php',
      ],
      version: '8.x-2.x (643bb396)',
    },
  },
]
