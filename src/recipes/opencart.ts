/** OpenCart. The success page does not show the order, and its controller forgets the order before the page is shown. */
import type { Recipe, Source } from './recipe.js'

const LINE = '{% if ringup %}<div hidden id="ringup-order" data-order="{{ ringup|e }}"></div>{% endif %}'
const EXPRESSIONS = ['{% if ringup %}', '{{ ringup|e }}', '{% endif %}']

/**
 * Keeps the order in the shopper's session, for the success page and the page after it.
 *
 * @param getProducts the model's method that returns the rows of the order
 */
const toSuccess = (getProducts: string) =>
  [
    "$this->load->model('checkout/order');",
    "$ringup_order = $this->model_checkout_order->getOrder($this->session->data['order_id']);",
    "$ringup_amount = function ($amount) use ($ringup_order) { return $this->currency->format($amount, $ringup_order['currency_code'], $ringup_order['currency_value'], false); };",
    "$ringup_items = array_map(function ($product) use ($ringup_amount) { $price = $product['price'] + ($this->config->get('config_tax') ? $product['tax'] : 0); return ['item_id' => $product['model'], 'item_name' => html_entity_decode($product['name'], ENT_QUOTES, 'UTF-8'), 'price' => $ringup_amount($price), 'quantity' => $product['quantity'], 'qty_price' => $ringup_amount($price * $product['quantity'])]; }, $this->model_checkout_order->GET_PRODUCTS($ringup_order['order_id']));",
    "$this->session->data['ringup'] = ['pages' => 2, 'order' => json_encode(['transaction_id' => $ringup_order['order_id'], 'value' => $ringup_amount($ringup_order['total']), 'currency' => $ringup_order['currency_code'], 'coupon' => $this->session->data['coupon'] ?? '', 'email' => $ringup_order['email'], 'items' => $ringup_items])];",
  ]
    .join('\n')
    .replace('GET_PRODUCTS', getProducts)

const FOOTER = [
  "$data['ringup'] = $this->session->data['ringup']['order'] ?? '';",
  "if ($data['ringup'] && --$this->session->data['ringup']['pages'] < 1) unset($this->session->data['ringup']);",
].join('\n')

const SUCCESS_CONTROLLER = 'catalog/controller/checkout/success.php'
const FOOTER_CONTROLLER = 'catalog/controller/common/footer.php'
const ORDER_MODEL = 'catalog/model/checkout/order.php'

/** @param footer the template at the end of every page */
const toRecipe = (version: string, tried: string, footer: string, getProducts: string, source: Source): Recipe => ({
  name: `opencart-${version}`,
  platform: 'OpenCart',
  variant: `version ${version}`,
  paste: `before \`</body>\` of every page: \`${footer}\``,
  shownOnce: true,
  tried,
  settings: {
    adapter: 'dom',
    convertOn: 'load',
    selectors: { order: '#ringup-order@data-order' },
  },
  templateLine: {
    file: footer,
    place: 'before `</body>`',
    line: LINE,
    expressions: EXPRESSIONS,
    needs: [
      {
        file: SUCCESS_CONTROLLER,
        place: "in `index()`, directly behind `if (isset($this->session->data['order_id'])) {`",
        line: toSuccess(getProducts),
      },
      {
        file: FOOTER_CONTROLLER,
        place: "in `index()`, directly before `return $this->load->view('common/footer', $data);`",
        line: FOOTER,
      },
    ],
  },
  expect:
    'Everything comes from the lines, because the page does not show the order. The page after it has the order too, and the proxy recognises the duplicate. `product_id` is the model. `price` includes tax if the shop shows it so.',
  source,
})

export const OPENCART: readonly Recipe[] = [
  toRecipe('4', '4.1.0.4', 'catalog/view/template/common/footer.twig', 'getProducts', {
    repository: 'opencart/opencart',
    files: [
      `upload/${SUCCESS_CONTROLLER}`,
      `upload/${FOOTER_CONTROLLER}`,
      'upload/catalog/view/template/common/footer.twig',
      `upload/${ORDER_MODEL}`,
      'upload/system/library/cart/currency.php',
    ],
    version: '4.1.0.4 and 4.0.2.3',
  }),
  toRecipe('3', '3.0.5.1', 'catalog/view/theme/default/template/common/footer.twig', 'getOrderProducts', {
    repository: 'opencart/opencart',
    files: [
      `upload/${SUCCESS_CONTROLLER}`,
      `upload/${FOOTER_CONTROLLER}`,
      'upload/catalog/view/theme/default/template/common/footer.twig',
      `upload/${ORDER_MODEL}`,
    ],
    version: '3.0.5.1',
  }),
]
