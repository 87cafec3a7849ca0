/** Pages whose elements have text in several lines. People see the lines apart, even if the markup has no blank. */
import { type Example, email, example } from './example.js'

const order_number = 'L-1'
const number = `<b id="no">${order_number}</b>`

/** Templates print an element's text, and a selector names the element. */
const shown = (html: string, selectors: object) => ({
  html: number + html,
  settings: { selectors: { order_number: '#no', ...selectors } },
})

const TABLE = `<td><b>Payment:</b> Invoice</td><td><b>E-mail:</b>${email}<br/><b>Telephone:</b> 1</td>`

const CUSTOMERS: [system: string, html: string][] = [
  ['WooCommerce, with breaks', `<address class="who">Ada Lovelace<br>${email}<br>12 Mill Lane</address>`],
  ['OpenCart, in cells of a table', `<table class="who"><tr>${TABLE}</tr></table>`],
  ['a twin for small screens', `<p class="who"><b style="display: none">${email}</b><b>${email}</b></p>`],
]

const OPTIONS = '<ul><li><small>- Size: L</small></li><li><small>- Gift: yes</small></li></ul>'

const NAMES: [system: string, html: string, name: string][] = [
  ['OpenCart, options in a list', `<a>Blue mug</a>${OPTIONS}`, 'Blue mug - Size: L - Gift: yes'],
  ['PrestaShop, a closed dialog', 'Blue mug<div style="display: none"><h4>Custom</h4><p>Ada</p></div>', 'Blue mug'],
  ['words that a style joins', 'Blue <b>m</b>ug<wbr>s<!-- of clay -->', 'Blue mugs'],
  ['source that is indented', 'Blue\n        mug,\n        <i>large</i>', 'Blue mug, large'],
]

const AMOUNTS: [what: string, html: string, value: number][] = [
  ['next to the count of items', '<table><tr><td>2 items</td><td>€ 25.50</td></tr></table>', 2550],
  ['with raised cents, above points', '€ 25<sup>50</sup><br>500 points', 2550],
  ['in pieces of one line', '€<span>1</span><wbr><span>299</span><!-- of 5 --><span>.00</span>', 129900],
  ['with its cents in a block of their own', '<div>€ 25</div><div>,50</div>', 2550],
  ['and its twin for small screens', '<span style="display: none">€25.50</span><span>€25.50</span>', 2550],
  ['with a script and a style after it', '€ 25.50<script>let a = 7</script><style>p { top: 7px }</style>', 2550],
]

export const LINES: Example[] = [
  ...CUSTOMERS.map(([system, html]) =>
    example(`the customer’s address of ${system}`, { page: shown(html, { email: '.who' }), cart: { order_number } }),
  ),
  ...NAMES.map(([system, html, name]) =>
    example(`the name of an item of ${system}`, {
      page: {
        ...shown(`<p>${email}</p><div class="line" data-sku="MUG-1"><div class="name">${html}</div></div>`, {
          email: 'p',
          items: { each: '.line', product_id: '@data-sku', name: '.name' },
        }),
      },
      cart: { order_number, cart_item_count: 1 },
      items: [{ product_id: 'MUG-1', name, item_qty: 1 }],
    }),
  ),
  ...AMOUNTS.map(([what, html, value]) =>
    example(`an amount ${what}`, {
      page: { ...shown(`<div id="total">${html}</div>`, { cart_value: '#total' }), passed: { email } },
      cart: { order_number, cart_value: value, currency: '€' },
    }),
  ),
  example('the number of an order of OpenCart, by a pattern over a break', {
    page: {
      html: '<div class="order"><strong>Order ID</strong><br/>1001</div>',
      settings: { selectors: { order_number: '.order /Order ID (\\d+)/' } },
      passed: { email },
    },
    cart: { order_number: '1001' },
    from: 'opencart/opencart: upload/catalog/view/template/account/order_info.twig',
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
