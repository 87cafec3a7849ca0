/** A sample for each source. All of them are the same order, so that what differs is only where it stands. */
import type { Source } from './choices/choices.js'

const LAYER = `<script>
window.dataLayer = window.dataLayer || []
dataLayer.push({
  event: 'purchase',
  user_data: { email: 'ada@example.com' },
  ecommerce: {
    transaction_id: 'T-1042',
    value: 41.97,
    tax: 6.7,
    shipping: 4.99,
    currency: 'EUR',
    coupon: 'SPRING',
    items: [
      { item_id: 'MUG-1', item_name: 'Blue mug', item_category: 'Kitchen', price: 12.99, quantity: 2 },
      { item_id: 'TEA-7', item_name: 'Green tea', price: 11, quantity: 1 },
    ],
  },
})
</script>`

const JSON_LD = `<!doctype html>
<html lang="en">
<body>
<h1>Thank you</h1>
<script type="application/ld+json">
{
  "@context": "https://schema.org",
  "@type": "Order",
  "orderNumber": "T-1042",
  "price": "41.97",
  "priceCurrency": "EUR",
  "customer": { "@type": "Person", "email": "ada@example.com" },
  "acceptedOffer": [
    { "@type": "Offer", "price": "12.99", "eligibleQuantity": { "value": 2 },
      "itemOffered": { "@type": "Product", "sku": "MUG-1", "name": "Blue mug" } },
    { "@type": "Offer", "price": "11.00",
      "itemOffered": { "@type": "Product", "sku": "TEA-7", "name": "Green tea" } }
  ]
}
</script>
</body>
</html>`

const MARKED = `<!doctype html>
<html lang="en">
<body>
<h1>Thank you</h1>
<p>Order <b data-ringup="order_number">T-1042</b>, confirmation sent to <span data-ringup="email">ada@example.com</span></p>
<ul>
  <li data-ringup-item><span data-ringup="product_id" data-ringup-value="MUG-1">Blue mug</span>
    <b data-ringup="item_qty">2</b> × <b data-ringup="price">€12.99</b></li>
  <li data-ringup-item><span data-ringup="product_id" data-ringup-value="TEA-7">Green tea</span>
    <b data-ringup="item_qty">1</b> × <b data-ringup="price">€11.00</b></li>
</ul>
<p>Total <b data-ringup="cart_value">€41.97</b></p>
</body>
</html>`

/** A page that nobody has marked. */
const UNMARKED = `<!doctype html>
<html lang="en">
<body>
<h1>Thank you for your order</h1>
<p>Order <strong id="order-no">T-1042</strong> · confirmation sent to <span class="mail">ada@example.com</span></p>
<table class="basket">
  <tr class="line" data-sku="MUG-1"><td class="name">Blue mug</td><td class="qty">2</td><td class="price">€12.99</td></tr>
  <tr class="line" data-sku="TEA-7"><td class="name">Green tea</td><td class="qty">1</td><td class="price">€11.00</td></tr>
</table>
<p class="total">Total <b class="sum">€41.97</b></p>
</body>
</html>`

const CALL = `convert({
  email: 'ada@example.com',
  cart_data: { order_number: 'T-1042', cart_value: 4197, promo: 'SPRING' },
  cart_items: [
    { product_id: 'MUG-1', name: 'Blue mug', item_qty: 2, price: 1299 },
    { product_id: 'TEA-7', name: 'Green tea', item_qty: 1, price: 1100 },
  ],
})`

export const SAMPLES: Record<Source, string> = {
  'data-layer': LAYER,
  'json-ld': JSON_LD,
  attributes: MARKED,
  selectors: UNMARKED,
  call: CALL,
}

/** What fits the unmarked page. */
export const SAMPLE_SELECTORS: Record<string, string> = {
  'cart.order_number': '#order-no',
  'cart.cart_value': '.sum',
  'cart.email': '.mail',
  each: 'tr.line',
  'item.product_id': '@data-sku',
  'item.name': '.name',
  'item.item_qty': '.qty',
  'item.price': '.price',
}

export const SIGN_UP_SAMPLE = `<form action="/newsletter" method="post">
  <input type="email" name="EMAIL" required>
  <input name="FNAME">
  <select name="favourite_tea"><option>Black</option><option>Green</option></select>
  <input type="password" name="password">
  <div aria-hidden="true"><input name="b_0a1b2c3d4e5f_60718293a4" tabindex="-1"></div>
  <button>Sign up</button>
</form>`
