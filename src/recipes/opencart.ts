/** OpenCart: its success page, which shows nothing of the order; and the controller forgets the order before it is shown. */
import type { Recipe } from './recipe.js'

const LINE = '{% if ringup %}<div hidden id="ringup-order" data-order="{{ ringup|e }}"></div>{% endif %}'
const EXPRESSIONS = ['{% if ringup %}', '{{ ringup|e }}', '{% endif %}']

/** @param getProducts the model's method that answers the rows of the order */
const toController = (getProducts: string) =>
  [
    "$this->load->model('checkout/order');",
    "$ringup_order = $this->model_checkout_order->getOrder($this->session->data['order_id']);",
    "$ringup_amount = function ($amount) use ($ringup_order) { return $this->currency->format($amount, $ringup_order['currency_code'], $ringup_order['currency_value'], false); };",
    "$data['ringup'] = json_encode(['transaction_id' => $ringup_order['order_id'], 'value' => $ringup_amount($ringup_order['total']), 'currency' => $ringup_order['currency_code'], 'email' => $ringup_order['email'], 'items' => array_map(function ($product) use ($ringup_amount) { return ['item_id' => $product['model'], 'item_name' => html_entity_decode($product['name'], ENT_QUOTES, 'UTF-8'), 'price' => $ringup_amount($product['price'] + ($this->config->get('config_tax') ? $product['tax'] : 0)), 'quantity' => $product['quantity']]; }, $this->model_checkout_order->GET_PRODUCTS($ringup_order['order_id']))]);",
  ]
    .join('\n')
    .replace('GET_PRODUCTS', getProducts)

const EXPECT =
  'Everything comes from the lines: the page says only that there is an order, and its template knows none. `product_id` is the model, and `price` includes tax where the shop shows it so.'

export const OPENCART: readonly Recipe[] = [
  {
    name: 'opencart-4',
    platform: 'OpenCart',
    variant: 'version 4',
    paste: 'into `catalog/view/template/common/success.twig`, behind the template line',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: { order: '#ringup-order@data-order' },
    },
    templateLine: {
      file: 'catalog/view/template/common/success.twig',
      place: 'behind `{{ content_top }}`',
      line: LINE,
      expressions: EXPRESSIONS,
      needs: {
        file: 'catalog/controller/checkout/success.php',
        place: "in `index()`, directly behind `if (isset($this->session->data['order_id'])) {`",
        line: toController('getProducts'),
      },
    },
    expect: EXPECT,
    source: {
      repository: 'opencart/opencart',
      files: [
        'upload/catalog/controller/checkout/success.php',
        'upload/catalog/view/template/common/success.twig',
        'upload/catalog/model/checkout/order.php',
        'upload/system/library/cart/currency.php',
      ],
      version: '4.1.0.4 and 4.0.2.3',
    },
  },
  {
    name: 'opencart-3',
    platform: 'OpenCart',
    variant: 'version 3',
    paste: 'into `catalog/view/theme/default/template/common/success.twig`, or your theme’s, behind the template line',
    settings: {
      adapter: 'dom',
      convertOn: 'load',
      selectors: { order: '#ringup-order@data-order' },
    },
    templateLine: {
      file: 'catalog/view/theme/default/template/common/success.twig',
      place: 'behind `{{ content_top }}`',
      line: LINE,
      expressions: EXPRESSIONS,
      needs: {
        file: 'catalog/controller/checkout/success.php',
        place: "in `index()`, directly behind `if (isset($this->session->data['order_id'])) {`",
        line: toController('getOrderProducts'),
      },
    },
    expect: EXPECT,
    source: {
      repository: 'opencart/opencart',
      files: [
        'upload/catalog/controller/checkout/success.php',
        'upload/catalog/view/theme/default/template/common/success.twig',
        'upload/catalog/model/checkout/order.php',
      ],
      version: '3.0.5.1',
    },
  },
]
