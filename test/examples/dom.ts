/** Pages that say it to people only: marked by attributes, or found by selectors. */
import { type Example, email } from './example.js'

const who = `<span data-ringup="email">${email}</span>`

export const DOM: Example[] = [
  {
    name: 'a page marked by attributes',
    page: {
      lang: 'de',
      html: `
        <p>Danke! Bestellung <b data-ringup="order_number"> W-1 </b> an ${who}</p>
        <table>
          <tr data-ringup-item>
            <td data-ringup="product_id" data-ringup-value="MUG-1">Nr. 1</td>
            <td><a data-ringup="product_url" href="https://shop.example/mug">Zur Tasse</a></td>
            <td><img data-ringup="image_url" src="https://shop.example/mug.jpg" alt=""></td>
            <td data-ringup="name">Blaue Tasse</td>
            <td data-ringup="description">Steingut, 0,3 l</td>
            <td data-ringup="category">Küche/Tassen</td>
            <td><input data-ringup="item_qty" value="2"></td>
            <td data-ringup="price">12,99 €</td>
            <td data-ringup="qty_price">25,98 €</td>
            <td data-ringup="size">groß</td>
          </tr>
        </table>
        <p>Summe <b data-ringup="cart_value">1.030,97 €</b></p>
        <meta data-ringup="promo" content="SOMMER">
        <a data-ringup="return_url" href="https://shop.example/cart/5">Warenkorb</a>
        <i data-ringup="delivery">morgen</i>`,
    },
    sent: {
      email,
      cart_data: {
        order_number: 'W-1',
        cart_value: 103097,
        promo: 'SOMMER',
        return_url: 'https://shop.example/cart/5',
        cart_item_count: 2,
        delivery: 'morgen',
      },
      cart_items: [
        {
          product_id: 'MUG-1',
          product_url: 'https://shop.example/mug',
          image_url: 'https://shop.example/mug.jpg',
          name: 'Blaue Tasse',
          description: 'Steingut, 0,3 l',
          category: ['Küche', 'Tassen'],
          item_qty: 2,
          price: 1299,
          qty_price: 2598,
          size: 'groß',
        },
      ],
    },
    problems: {},
  },
  {
    name: 'an attribute says it before the text does',
    page: {
      html: `${who}<b data-ringup="order_number" data-ringup-value="W-2">Your order</b>
        <meta data-ringup="cart_value" content="19.99"><input data-ringup="promo" value="TEN">`,
    },
    sent: { email, cart_data: { order_number: 'W-2', cart_value: 1999, promo: 'TEN' } },
    problems: {},
  },
  {
    name: 'a marked item without a product_id, and two more',
    page: {
      html: `${who}<b data-ringup="order_number">W-3</b><ul>
        <li data-ringup-item><i data-ringup="name">Gift wrap</i> <i data-ringup="item_qty">1</i></li>
        <li data-ringup-item><i data-ringup="product_id">MUG-1</i> <i data-ringup="item_qty">1</i></li>
        <li data-ringup-item><i data-ringup="product_id">TEA-7</i> <i data-ringup="item_qty">3</i></li></ul>`,
    },
    sent: {
      email,
      cart_data: { order_number: 'W-3', cart_item_count: 5 },
      cart_items: [
        { product_id: 'MUG-1', item_qty: 1 },
        { product_id: 'TEA-7', item_qty: 3 },
      ],
    },
    problems: { 'cart_items.0': 'no_product_id' },
  },
  {
    name: 'a page found by selectors',
    page: {
      lang: 'en',
      html: `
        <h1 id="no">W-4</h1> <a id="mail" href="mailto:x@example.com">${email}</a>
        <table>
          <tr class="line" data-sku="MUG-1"><td class="name"><a href="https://shop.example/mug">Blue mug</a></td>
            <td><input name="qty" value="2"></td><td class="price">£12.99</td></tr>
          <tr class="line" data-sku="TEA-7"><td class="name"><a href="https://shop.example/tea">Green tea</a></td>
            <td><input name="qty" value="1"></td><td class="price">£1,004</td></tr>
          <tr class="sum"><td id="total">£1,029.98</td></tr>
        </table>`,
      settings: {
        email: '#mail',
        selectors: {
          order_number: '#no',
          cart_value: '#total',
          promo: '#coupon', // there is none, and that is fine
          items: {
            each: 'tr.line',
            product_id: '@data-sku',
            name: '.name',
            product_url: '.name a@href',
            item_qty: '[name=qty]@value',
            price: '.price',
          },
        },
      },
    },
    sent: {
      email,
      cart_data: { order_number: 'W-4', cart_value: 102998, cart_item_count: 3 },
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
          price: 100400,
          qty_price: 100400,
        },
      ],
    },
    problems: {},
  },
  {
    name: 'selectors take the first match, and only an @ at the very end is an attribute',
    page: {
      html: `${who}<p class="no" title="info@shop.example">W-5</p><p class="no">W-6</p>
        <data id="sum" value="7.50">a lot</data>`,
      settings: { selectors: { order_number: '.no[title*="@"]', cart_value: '#sum@value', note: '.no@title' } },
    },
    sent: { email, cart_data: { order_number: 'W-5', cart_value: 750, note: 'info@shop.example' } },
    problems: {},
  },
  {
    name: 'a round amount on a page that does not say its language',
    page: { html: `${who}<b data-ringup="order_number">W-7</b> <b data-ringup="cart_value">1.299 €</b>` },
    sent: { email, cart_data: { order_number: 'W-7' } },
    problems: { 'cart_data.cart_value': 'ambiguous_amount' },
  },
]
