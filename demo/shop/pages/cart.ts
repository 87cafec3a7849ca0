/** The cart, and the two lists that checkout and thank-you page show as well: lines and sums. */
import { html } from 'hono/html'
import { type Line, type Totals, toLinePrice, toTotals, toUnitPrice } from '../cart.js'
import { type Market, toPrice } from '../markets.js'
import { toPicture } from '../pictures.js'
import { type Marks, NO_MARKS } from '../sources/marks.js'
import { findWords } from '../words.js'
import { type Html, layout, type Seen } from './layout.js'

export const cartPage = (seen: Seen, lines: Line[]): Html =>
  layout(seen, {
    title: findWords(seen.market).cart,
    current: '/cart',
    main: lines.length > 0 ? filledCart(lines, seen.market) : emptyCart(seen.market),
  })

function emptyCart(market: Market) {
  const words = findWords(market)
  return html`<h1>${words.cartEmpty}</h1><p><a class="button" href="/">${words.seeShelf}</a></p>`
}

function filledCart(lines: Line[], market: Market) {
  const words = findWords(market)
  return html`
<h1>${words.yourCart}</h1>
<div class="pair">
  <ul class="lines">${lines.map((line, index) => toLine(line, market, NO_MARKS, quantityForms(line, index, market)))}</ul>
  <section class="panel" aria-labelledby="sums">
    <h2 id="sums">${words.total}</h2>
    ${toSums(toTotals(lines, market), market)}
    <a class="button wide" href="/checkout">${words.goToCheckout}</a>
  </section>
</div>`
}

function quantityForms(line: Line, index: number, market: Market) {
  const words = findWords(market)
  return html`
<div class="row">
  <form class="row" method="post" action="/cart/lines">
    <input type="hidden" name="line" value="${index}">
    <div class="field">
      <label for="quantity-${index}">${words.quantity}</label>
      <input id="quantity-${index}" name="quantity" type="number" inputmode="numeric" min="0" max="99" value="${line.quantity}" required>
    </div>
    <button class="quiet" aria-label="${words.update}: ${line.product.name}">${words.update}</button>
  </form>
  <form method="post" action="/cart/lines">
    <input type="hidden" name="line" value="${index}">
    <input type="hidden" name="quantity" value="0">
    <button class="quiet" aria-label="${words.remove}: ${line.product.name}">${words.remove}</button>
  </form>
</div>`
}

/** Lines that can only be looked at. */
export const toLines = (lines: Line[], market: Market, marks = NO_MARKS) =>
  html`<ul class="lines">${lines.map((line) => toLine(line, market, marks))}</ul>`

const toLine = (line: Line, market: Market, marks: Marks, controls?: Html) => html`
<li data-sku="${line.product.id}"${marks.item}${marks.field('product_id', line.product.id)}>
  ${toPicture(line.product.picture)}
  <div>
    <p lang="en"><a class="name" href="/products/${line.product.id}"${marks.field('name')}>${line.product.name}</a></p>
    <p class="soft"><bdi lang="en">${line.variant}</bdi> · <span class="quantity"${marks.field('item_qty')}>${line.quantity}</span> × <bdi class="unit-price"${marks.field('price')}>${toPrice(toUnitPrice(line, market), market)}</bdi></p>
  </div>
  <p class="price">${toPrice(toLinePrice(line, market), market)}</p>
  ${controls}
</li>`

export function toSums(totals: Totals, market: Market, coupon?: string, marks = NO_MARKS) {
  const words = findWords(market)
  const show = (amount: number) => toPrice(amount, market)
  return html`
<dl class="sums">
  <div><dt>${words.goods}</dt><dd>${show(totals.goods)}</dd></div>
  ${coupon ? html`<div><dt>${words.voucher} <span class="voucher"${marks.field('promo')}>${coupon}</span></dt><dd>−${show(totals.discount)}</dd></div>` : ''}
  <div><dt>${words.shipping}</dt><dd>${totals.shipping === 0 ? words.free : show(totals.shipping)}</dd></div>
  <div class="total"><dt>${words.total}</dt><dd${marks.field('cart_value')}>${show(totals.total)}</dd></div>
  ${totals.tax > 0 ? html`<div class="soft"><dt>${words.taxContained}</dt><dd>${show(totals.tax)}</dd></div>` : ''}
</dl>`
}
