/** The cart, and the two lists that checkout and thank-you page show as well: lines and sums. */
import { html } from 'hono/html'
import { countItems, type Line, type Totals, toLineCents, toTotals } from '../cart.js'
import { toPrice } from '../money.js'
import { toPicture } from '../pictures.js'
import { type Html, layout } from './layout.js'

export const cartPage = (lines: Line[]): Html =>
  layout({
    title: 'Cart',
    cartCount: countItems(lines),
    current: '/cart',
    main: lines.length > 0 ? filledCart(lines) : emptyCart(),
  })

const emptyCart = () => html`
<h1>Your cart is empty</h1>
<p>The <a href="/">shelf</a> is not.</p>`

const filledCart = (lines: Line[]) => html`
<h1>Your cart</h1>
<div class="pair">
  <ul class="lines">${lines.map((line, index) => toLine(line, quantityForms(line, index)))}</ul>
  <section class="panel" aria-labelledby="sums">
    <h2 id="sums">Total</h2>
    ${toSums(toTotals(lines))}
    <a class="button" href="/checkout">Go to checkout</a>
  </section>
</div>`

const quantityForms = (line: Line, index: number) => html`
<div class="row">
  <form class="row" method="post" action="/cart/lines">
    <input type="hidden" name="line" value="${index}">
    <div class="field">
      <label for="quantity-${index}">Quantity</label>
      <input id="quantity-${index}" name="quantity" type="number" inputmode="numeric" min="0" max="99" value="${line.quantity}" required>
    </div>
    <button class="quiet" aria-label="Update quantity of ${line.product.name}">Update</button>
  </form>
  <form method="post" action="/cart/lines">
    <input type="hidden" name="line" value="${index}">
    <input type="hidden" name="quantity" value="0">
    <button class="quiet" aria-label="Remove ${line.product.name}">Remove</button>
  </form>
</div>`

/** Lines that can only be looked at. */
export const toLines = (lines: Line[]) => html`<ul class="lines">${lines.map((line) => toLine(line))}</ul>`

const toLine = (line: Line, controls?: Html) => html`
<li>
  ${toPicture(line.product.picture)}
  <div>
    <p><a href="/products/${line.product.id}">${line.product.name}</a></p>
    <p class="soft">${line.variant} · ${line.quantity} × ${toPrice(line.product.priceCents)}</p>
  </div>
  <p class="price">${toPrice(toLineCents(line))}</p>
  ${controls}
</li>`

export const toSums = (totals: Totals, coupon?: string) => html`
<dl class="sums">
  <div><dt>Goods</dt><dd>${toPrice(totals.goodsCents)}</dd></div>
  ${coupon ? html`<div><dt>Voucher ${coupon}</dt><dd>−${toPrice(totals.discountCents)}</dd></div>` : ''}
  <div><dt>Shipping</dt><dd>${totals.shippingCents === 0 ? 'free' : toPrice(totals.shippingCents)}</dd></div>
  <div class="total"><dt>Total</dt><dd>${toPrice(totals.totalCents)}</dd></div>
  <div class="soft"><dt>VAT contained</dt><dd>${toPrice(totals.taxCents)}</dd></div>
</dl>`
