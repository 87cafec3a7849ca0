/** Pages whose order is only in visible text, marked by attributes. */
import { type Example, email, example } from './example.js'

const who = `<span data-ringup="email">${email}</span>`

export const DOM: Example[] = [
  example('a page marked by attributes', {
    page: {
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
        <p>Summe <b data-ringup="cart_value">30,97 €</b></p>
        <meta data-ringup="promo" content="SOMMER">
        <a data-ringup="return_url" href="https://shop.example/cart/5">Warenkorb</a>
        <i data-ringup="delivery">morgen</i>`,
    },
    cart: {
      order_number: 'W-1',
      cart_value: 3097,
      currency: '€',
      promo: 'SOMMER',
      return_url: 'https://shop.example/cart/5',
      cart_item_count: 2,
      delivery: 'morgen',
    },
    items: [
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
  }),
  example('a marked item without a product_id, and two more', {
    page: {
      html: `${who}<b data-ringup="order_number">W-3</b><ul>
        <li data-ringup-item><i data-ringup="name">Gift wrap</i> <i data-ringup="item_qty">1</i></li>
        <li data-ringup-item><i data-ringup="product_id">MUG-1</i> <i data-ringup="item_qty">1</i></li>
        <li data-ringup-item><i data-ringup="product_id">TEA-7</i> <i data-ringup="item_qty">3</i></li></ul>`,
    },
    cart: { order_number: 'W-3', cart_item_count: 5 },
    items: [
      { product_id: 'MUG-1', item_qty: 1 },
      { product_id: 'TEA-7', item_qty: 3 },
    ],
    problems: { 'cart_items.0': 'no_product_id' },
  }),
  example('an item marked on the same element as its product_id', {
    page: {
      html: `${who}<b data-ringup="order_number">W-4</b>
        <p data-ringup-item data-ringup="product_id" data-ringup-value="MUG-1">2 × <i data-ringup="price">£12.99</i></p>`,
    },
    cart: { order_number: 'W-4', cart_item_count: 1 },
    items: [{ product_id: 'MUG-1', price: 1299, item_qty: 1, qty_price: 1299 }],
  }),
  example('a right-to-left page in Arabic, with dinars of three decimals', {
    page: {
      html: `<main dir="rtl" lang="ar-BH">
        <p>شكرًا لطلبك <b data-ringup="order_number">W-5</b>. نرسله إلى ${who}</p>
        <p data-ringup-item><i data-ringup="product_id" data-ringup-value="MUG-1">كوب</i>
          <i data-ringup="item_qty">٢</i> × <bdi data-ringup="price">\u200f8.505\u00a0د.ب.\u200f</bdi></p>
        <p>المجموع <bdi data-ringup="cart_value">\u200f١٧٫٠١٠\u00a0د.ب.\u200f</bdi></p></main>`,
      settings: { decimal: '.' },
    },
    cart: { order_number: 'W-5', cart_value: 1701, currency: 'د.ب', cart_item_count: 2 },
    items: [{ product_id: 'MUG-1', price: 851, item_qty: 2, qty_price: 1701 }],
  }),
]
