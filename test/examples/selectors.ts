/** Pages that stay unchanged. The setting `selectors` names the place of each field. */
import { type Example, email, example } from './example.js'

const html = `
  <p>Thank you, <b id="mail">${email}</b>. Your order <b id="no"> W-1 </b></p>
  <table>
    <tr class="line" data-sku="MUG-1">
      <td class="name"><a href="https://shop.example/mug">Blue mug</a></td>
      <td><input class="count" value="2"></td><td class="price">£12.99</td>
    </tr>
    <tr class="line" data-sku="TEA-7">
      <td class="name"><a href="https://shop.example/tea">Green tea</a></td>
      <td><input class="count" value="1"></td><td class="price sale">£10.00</td><td class="price old">£11.00</td>
    </tr>
  </table>
  <p>Total <b id="total">£35.98</b> <i class="code">SUMMER</i></p>`

const selectors = {
  order_number: '#no',
  cart_value: '#total',
  promo: '.voucher, .code',
  email: '#mail',
  delivery: '.nowhere',
  items: {
    each: 'tr.line',
    product_id: '@data-sku',
    name: '.name',
    product_url: '.name a@href',
    item_qty: '.count',
    price: '.price',
  },
}

const sent = {
  email,
  cart_data: { order_number: 'W-1', cart_value: 3598, currency: '£', promo: 'SUMMER', cart_item_count: 3 },
  cart_items: [
    {
      product_id: 'MUG-1',
      name: 'Blue mug',
      product_url: 'https://shop.example/mug',
      item_qty: 2,
      price: 1299,
      qty_price: 2598,
    },
    {
      product_id: 'TEA-7',
      name: 'Green tea',
      product_url: 'https://shop.example/tea',
      item_qty: 1,
      price: 1000,
      qty_price: 1000,
    },
  ],
}

export const SELECTORS: Example[] = [
  example('elements and attributes by selectors: the first match, inside an item for its fields', {
    page: { html, settings: { selectors } },
    sent,
  }),
  example('an invalid selector finds nothing, and the others still count', {
    page: {
      html: '<b id="no">W-4</b><b id="total">19.99</b>',
      settings: { selectors: { order_number: '#no', cart_value: '#total', promo: '..code', tax: 7 } },
      passed: { email },
    },
    cart: { order_number: 'W-4', cart_value: 1999 },
    problems: { 'selectors.promo': 'bad_selector', 'selectors.tax': 'bad_selector' },
  }),
  example('a pattern after a selector takes its first group: of a text, a class, an address', {
    page: {
      html: `<li class="ref">Référence de la commande : XKBKNABJK</li><article class="post post-123"></article>
        <ul><li class="line"><a href="/shop?add=7&sku=MUG-1">Blue mug</a> <b>Quantity: 2</b></li></ul>`,
      settings: {
        selectors: {
          order_number: 'li.ref /: (\\S+)/',
          post: 'article@class /post-(\\d+)/',
          items: { each: 'li.line', product_id: 'a@href /[?&]sku=([^&]+)/', item_qty: 'b' },
        },
      },
      passed: { email },
    },
    cart: { order_number: 'XKBKNABJK', post: '123', cart_item_count: 2 },
    items: [{ product_id: 'MUG-1', item_qty: 2 }],
  }),
  example('a line’s total and quantity give the price of one, if it is whole cents', {
    page: {
      html: `<b id="no">W-9</b><p class="line"><i>A</i><b>2</b><u>€ 25.98</u></p><p class="line"><i>B</i><b>3</b><u>€ 10.00</u></p>`,
      settings: {
        selectors: { order_number: '#no', items: { each: 'p.line', product_id: 'i', item_qty: 'b', qty_price: 'u' } },
      },
      passed: { email },
    },
    cart: { order_number: 'W-9', cart_item_count: 5 },
    items: [
      { product_id: 'A', item_qty: 2, qty_price: 2598, price: 1299 },
      { product_id: 'B', item_qty: 3, qty_price: 1000 },
    ],
  }),
  example('a second price in brackets is not a discount, and a pattern takes a part', {
    page: {
      html: `<p id="mail">${email}</p><ul><li data-sku="TUOLI"><b>625,00 €<br><i>(504,03 € ei ALV)</i></b></li></ul>`,
      settings: {
        selectors: {
          email: '#mail',
          items: { each: 'li', product_id: '@data-sku', price: 'b', net: 'b /\\((.+?) €/' },
        },
      },
    },
    cart: { cart_item_count: 1 },
    items: [{ product_id: 'TUOLI', item_qty: 1, net: '504,03' }],
    problems: { 'cart_items.0.price': 'unreadable' },
  }),
  example('JSON in an attribute is read like a data layer, and a field named next to it wins', {
    page: {
      html: `<b id="no">W-10</b><div data-order-tracking-info='{"transaction_id":"77","value":12.5,"items":[{"id":"MUG-1"}]}'></div>`,
      settings: { selectors: { order: '[data-order-tracking-info]@data-order-tracking-info', order_number: '#no' } },
      passed: { email },
    },
    cart: { order_number: 'W-10', cart_value: 1250, cart_item_count: 1 },
    items: [{ product_id: 'MUG-1', item_qty: 1 }],
  }),
  example('JSON in a script element, with the customer', {
    page: {
      html: `<script type="application/json" id="data">{"ecommerce":{"transaction_id":"W-11","user_data":{"email":"${email}"}}}</script>`,
      settings: { selectors: { order: '#data' } },
    },
    cart: { order_number: 'W-11' },
  }),
]
