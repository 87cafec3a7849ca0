/** Pages whose elements have text in several lines. People see the lines apart, even if the markup has no blank. */
import { type Example, email, example } from './example.js'

const order_number = 'L-1'
const number = `<b id="no">${order_number}</b>`

/** Templates print an element's text, and a selector names the element. */
const shown = (html: string, selectors: object) => ({
  html: number + html,
  settings: { selectors: { order_number: '#no', ...selectors } },
})

const CUSTOMERS: [system: string, html: string, from?: string][] = [
  [
    'an address with breaks',
    `<address class="who">Ada Lovelace<br>${email}<br>12 Mill Lane<br>London</address>`,
    'https://github.com/woocommerce/woocommerce (plugins/woocommerce/templates/emails/email-addresses.php)',
  ],
  [
    'WooCommerce, paragraphs after the breaks of an address',
    `<address class="who">Ada Lovelace<br/>12 Mill Lane<br/>London<p class="phone">+44 20 7946 0000</p><p class="email">${email}</p></address>`,
    'https://github.com/woocommerce/woocommerce (plugins/woocommerce/templates/order/order-details-customer.php)',
  ],
  [
    'nopCommerce, a list',
    `<ul class="who"><li>Ada Lovelace</li><li>Email: ${email}</li><li>Phone: +44 20 7946 0000</li></ul>`,
    'https://github.com/nopSolutions/nopCommerce (src/Presentation/Nop.Web/Views/Order/Details.cshtml)',
  ],
  [
    'django-oscar, a break before the word for it',
    `<p class="who">Phone: +44 20 7946 0000<br/>Email: ${email}</p>`,
    'https://github.com/django-oscar/django-oscar (src/oscar/templates/oscar/checkout/thank_you.html)',
  ],
  [
    'OpenCart, cells of a table',
    `<table class="who"><tr><td><b>Payment:</b> Invoice</td><td><b>E-mail:</b>${email}<br/><b>Telephone:</b> 1</td></tr></table>`,
    'https://github.com/opencart/opencart (upload/catalog/view/template/mail/order_invoice.twig)',
  ],
  [
    'a twin for small screens, which is hidden',
    `<p class="who"><span style="display: none">${email}</span><span>${email}</span></p>`,
    'https://github.com/sauravpanda/BrowserAI/issues/165',
  ],
]

const NAMES: [system: string, html: string, name: string, from?: string][] = [
  [
    'OpenCart, options in a list',
    '<a>Blue mug</a><ul><li><small>- Size: L</small></li><li><small>- Gift: yes</small></li></ul>',
    'Blue mug - Size: L - Gift: yes',
    'https://github.com/opencart/opencart (upload/catalog/view/template/account/order_info.twig)',
  ],
  [
    'Zen Cart, an option of several lines',
    'Blue mug<ul><li>Engraving - Ada<br>Lovelace</li></ul>',
    'Blue mug Engraving - Ada Lovelace',
    'https://github.com/zencart/zencart (includes/templates/template_default/templates/tpl_account_history_info_default.php)',
  ],
  [
    'osCommerce, options after breaks',
    'Blue mug<br><nobr><small><i> - Size: L</i></small></nobr>',
    'Blue mug - Size: L',
    'https://github.com/osCommerce/oscommerce2 (catalog/account_history_info.php)',
  ],
  [
    'a heading and a paragraph',
    '<h3>Blue mug</h3><p>Size: L</p>',
    'Blue mug Size: L',
    'https://github.com/IonicaBizau/scrape-it/issues/160',
  ],
  [
    'PrestaShop, a dialog that is closed',
    '<span>Blue mug</span><div style="display: none"><h4>Customization</h4><p>Ada</p></div>',
    'Blue mug',
    'https://github.com/PrestaShop/PrestaShop (themes/classic/templates/checkout/_partials/order-confirmation-table.tpl)',
  ],
  ['words that a style joins', 'Blue <b>m</b>ug<wbr>s<!-- of clay -->', 'Blue mugs'],
  ['source that is indented', 'Blue\n        mug,\n        <i>large</i>', 'Blue mug, large'],
]

const AMOUNTS: [what: string, html: string, value: number | undefined, from?: string][] = [
  ['above the count of items', 'Total: € 25.50<br>2 items', 2550],
  ['above points of a whole number', '€ 25<br>500 points', 2500],
  [
    'above its tax rate',
    '<p>25,50 €</p><p>incl. 19% VAT</p>',
    2550,
    'https://github.com/woocommerce/woocommerce/issues/8437',
  ],
  ['next to the count of items', '<table><tr><td>2 items</td><td>€ 25.50</td></tr></table>', 2550],
  ['under its words', '<div><p>Total</p></div><div><p>€25.50</p></div>', 2550],
  ['with raised cents, above points', '€ 25<sup>50</sup><br>500 points', 2550],
  ['in pieces of one line', '€<span>1</span><wbr><span>299</span><!-- of 5 --><span>.00</span>', 129900],
  ['with its cents in a block of their own', '<div>€ 25</div><div>,50</div>', 2550],
  [
    'and its twin for small screens',
    '<span style="display: none">€25.50</span><span>€25.50</span>',
    2550,
    'https://github.com/sauravpanda/BrowserAI/issues/165',
  ],
  ['with a script and a style after it', '€ 25.50<script>let a = 7</script><style>p { top: 7px }</style>', 2550],
  [
    'in two lines, and both may be it',
    '€25.50<br />€5.00',
    undefined,
    'https://github.com/zencart/zencart (includes/templates/template_default/templates/tpl_account_history_info_default.php)',
  ],
  ['without a currency above another number', '25.50<br>2', undefined],
  ['with a number without a word below', '€ 25<br>50', undefined],
]

export const LINES: Example[] = [
  ...CUSTOMERS.map(([system, html, from]) =>
    example(`the customer’s address of ${system}`, {
      page: shown(html, { email: '.who' }),
      cart: { order_number },
      ...(from && { from }),
    }),
  ),
  ...NAMES.map(([system, html, name, from]) =>
    example(`the name of an item of ${system}`, {
      page: {
        ...shown(`<p>${email}</p><div class="line" data-sku="MUG-1"><div class="name">${html}</div></div>`, {
          email: 'p',
          items: { each: '.line', product_id: '@data-sku', name: '.name' },
        }),
      },
      cart: { order_number, cart_item_count: 1 },
      items: [{ product_id: 'MUG-1', name, item_qty: 1 }],
      ...(from && { from }),
    }),
  ),
  ...AMOUNTS.map(([what, html, value, from]) =>
    example(`an amount ${what}`, {
      page: { ...shown(`<div id="total">${html}</div>`, { cart_value: '#total' }), passed: { email } },
      cart: { order_number, ...(value !== undefined && { cart_value: value, currency: '€' }) },
      ...(value === undefined && { problems: { 'cart_data.cart_value': 'unreadable' } }),
      ...(from && { from }),
    }),
  ),
  example('the number of an order of OpenCart, by a pattern over a break', {
    page: {
      html: '<div class="order"><strong>Order ID</strong><br/>1001</div>',
      settings: { selectors: { order_number: '.order /Order ID (\\d+)/' } },
      passed: { email },
    },
    cart: { order_number: '1001' },
    from: 'https://github.com/opencart/opencart (upload/catalog/view/template/account/order_info.twig)',
  }),
  example('the chosen quantity among several', {
    page: {
      html: '<p class="line" data-sku="MUG-1"><i>Quantity <select><option>1<option selected>2<option>3</select></i></p>',
      settings: { selectors: { items: { each: '.line', product_id: '@data-sku', item_qty: 'i' } } },
      passed: { email, cart_data: { order_number } },
    },
    cart: { order_number, cart_item_count: 2 },
    items: [{ product_id: 'MUG-1', item_qty: 2 }],
  }),
  example('a marked address with breaks', {
    page: {
      html: `<p data-ringup="order_number">M-1</p><p data-ringup="email">Ada Lovelace<br>${email}<br>London</p>`,
    },
    cart: { order_number: 'M-1' },
  }),
  example('an element that is hidden as a whole', {
    page: {
      html: `<div style="display: none"><p data-ringup="order_number">M-2</p><p data-ringup="email">Ada<br>${email}</p></div>`,
    },
    cart: { order_number: 'M-2' },
  }),
]
