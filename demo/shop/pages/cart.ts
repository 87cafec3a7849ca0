/** The cart, with the lines and sums that checkout and thank-you page show too. */
import { html } from 'hono/html'
import { type Line, type Totals, toLinePrice, toTotals } from '../cart.js'
import { toPicture } from '../pictures.js'
import { toPrice } from '../prices.js'
import { type Mark, NOT_MARKED } from '../sources/index.js'
import { type Html, layout, type Seen } from './layout.js'

export const cartPage = (seen: Seen, lines: Line[]): Html =>
  layout(seen, {
    title: 'Cart',
    current: '/cart',
    main:
      lines.length > 0
        ? filledCart(lines)
        : html`<h1>Your cart is empty</h1><p><a class="button" href="/">See all products</a></p>`,
  })

const filledCart = (lines: Line[]) => html`
<h1>Your cart</h1>
<div class="pair">
  <ul class="lines">${lines.map((line, index) => toLine(line, NOT_MARKED, removeForm(line, index)))}</ul>
  <section class="panel" aria-labelledby="sums">
    <h2 id="sums">Total</h2>
    ${toSums(toTotals(lines))}
    <a class="button wide" href="/checkout">Go to checkout</a>
  </section>
</div>`

const removeForm = ({ product }: Line, index: number) => html`
<form class="row" method="post" action="/cart/remove">
  <input type="hidden" name="line" value="${index}">
  <button class="quiet" aria-label="Remove: ${product.name}">Remove</button>
</form>`

/** Lines without buttons. */
export const toLines = (lines: Line[], mark = NOT_MARKED) =>
  html`<ul class="lines">${lines.map((line) => toLine(line, mark))}</ul>`

function toLine(line: Line, mark: Mark, button?: Html) {
  const { product, variant, quantity } = line
  return html`
<li data-sku="${product.id}"${mark === NOT_MARKED ? '' : html` data-ringup-item`}${mark('product_id', product.id)}>
  ${toPicture(product.picture)}
  <div>
    <p><a class="name" href="/products/${product.id}"${mark('name')}>${product.name}</a></p>
    <p class="soft">${variant} · <span class="quantity"${mark('item_qty')}>${quantity}</span> × <span class="unit-price"${mark('price')}>${toPrice(product.price)}</span></p>
  </div>
  <p class="price">${toPrice(toLinePrice(line))}</p>
  ${button}
</li>`
}

export const toSums = ({ goods, discount, shipping, tax, total }: Totals, coupon?: string, mark = NOT_MARKED) => html`
<dl class="sums">
  <div><dt>Goods</dt><dd>${toPrice(goods)}</dd></div>
  ${coupon ? html`<div><dt>Voucher <span class="voucher"${mark('promo')}>${coupon}</span></dt><dd>−${toPrice(discount)}</dd></div>` : ''}
  <div><dt>Shipping</dt><dd>${shipping === 0 ? 'free' : toPrice(shipping)}</dd></div>
  <div class="total"><dt>Total</dt><dd${mark('cart_value')}>${toPrice(total)}</dd></div>
  <div class="soft"><dt>VAT included</dt><dd>${toPrice(tax)}</dd></div>
</dl>`
