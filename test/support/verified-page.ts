/** The parts of a thank-you page: its order, and the line of step 1. */

export const TAG = '<script async src="/ringup/ringup.js" data-debug="ask"></script>'

export const LAYER = `<script>dataLayer = [${JSON.stringify({
  event: 'purchase',
  user_data: { email: 'ada@example.com' },
  ecommerce: { transaction_id: 'A-1', value: 19.99, items: [{ item_id: 'MUG-1', price: 19.99, quantity: 1 }] },
})}]</script>`

/** An order that only the page shows. */
export const SHOWN = `<main class="done"><h1>Thank you</h1>
  <p>Order number: <strong id="n">1001</strong></p><p>We write to <b id="m">ada@mail.example.com</b>.</p>
  <ul class="lines"><li class="line" data-sku="MUG-1"><a href="/mug">Blue mug</a> <i>2</i> <em>€ 12.99</em></li>
    <li class="line" data-sku="TEA-7"><a href="/tea">Green tea</a> <i>1</i> <em>€ 11.00</em></li></ul>
  <p>Total: <span class="sum">€ 36.98</span></p></main>`
