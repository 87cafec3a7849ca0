/** Pages that stay as they are: the setting `selectors` says where everything stands. */
import { type Example, email } from './example.js'

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
  cart_data: { order_number: 'W-1', cart_value: 3598, promo: 'SUMMER', cart_item_count: 3 },
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
  {
    name: 'elements and attributes by selectors: the first match, those of an item within it',
    page: { html, settings: { selectors } },
    sent,
    problems: {},
  },
  {
    name: 'the same selectors as JSON, as a tag has them',
    page: { html, settings: { selectors: JSON.stringify(selectors) } },
    sent,
    problems: {},
  },
  {
    name: 'an attribute of the item itself, and one without the name of a field',
    page: {
      html: '<b id="no">W-2</b><ul><li data-sku="MUG-1" data-tax="0.2">2.00</li></ul>',
      settings: {
        selectors: { order_number: '#no', items: { each: 'li', product_id: '@data-sku', tax: '@data-tax' } },
      },
      passed: { email },
    },
    sent: {
      email,
      cart_data: { order_number: 'W-2', cart_item_count: 1 },
      cart_items: [{ product_id: 'MUG-1', tax: '0.2', item_qty: 1 }],
    },
    problems: {},
  },
  {
    name: 'an @ that is not at the very end is part of the selector',
    page: {
      html: '<b title="a@b c">W-3</b>',
      settings: { selectors: { order_number: '[title="a@b c"]' } },
      passed: { email },
    },
    sent: { email, cart_data: { order_number: 'W-3' } },
    problems: {},
  },
  {
    name: 'a selector that is none finds nothing, the others what they name',
    page: {
      html: '<b id="no">W-4</b><b id="total">19.99</b>',
      settings: { selectors: { order_number: '#no', cart_value: '#total', promo: '..code', tax: 7 } },
      passed: { email },
    },
    sent: { email, cart_data: { order_number: 'W-4', cart_value: 1999 } },
    problems: {},
  },
  {
    name: 'items by a selector that is none: the page says nothing by its elements, what was passed goes',
    page: {
      html: '<b id="no">W-5</b>',
      settings: { selectors: { order_number: '#no', items: { each: 'tr:first' } } },
      passed: { email, cart_data: { order_number: 'W-5' } },
    },
    sent: { email, cart_data: { order_number: 'W-5' } },
    problems: {},
  },
]
