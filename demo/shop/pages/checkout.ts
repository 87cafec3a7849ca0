/** Checkout: who buys, then everything once more before the order is placed. */
import { html, raw } from 'hono/html'
import { countItems, type Line, toTotals, VOUCHER } from '../cart.js'
import type { Checkout } from '../visitors.js'
import { toLines, toSums } from './cart.js'
import { type Html, layout } from './layout.js'

/** @param error a sentence when what was sent cannot be used */
export const checkoutPage = (lines: Line[], values: Partial<Checkout> = {}, error?: string): Html =>
  layout({
    title: 'Checkout',
    cartCount: countItems(lines),
    main: html`
<h1>Checkout</h1>
<div class="pair">
  <form method="post" action="/checkout">
    ${error ? html`<p class="error" role="alert">${error}</p>` : ''}
    <div class="field">
      <label for="email">E-mail</label>
      <input id="email" name="email" type="email" autocomplete="email" required maxlength="254" value="${values.email}" placeholder="you@example.com">
    </div>
    <div class="field">
      <label for="name">Name</label>
      <input id="name" name="name" autocomplete="name" required maxlength="100" value="${values.name}">
    </div>
    <div class="field">
      <label for="coupon">Voucher</label>
      <input id="coupon" name="coupon" autocomplete="off" maxlength="40" value="${values.coupon}" aria-describedby="coupon-hint">
      <p class="hint" id="coupon-hint">Optional. ${VOUCHER} takes ten per cent off.</p>
    </div>
    <fieldset>
      <legend>Demo</legend>
      <label class="check"><input type="checkbox" name="leave" value="1"${values.leave ? raw(' checked') : ''}> Leave the thank-you page at once</label>
      <p class="hint">The page goes on to the next one in the moment it reports the order.</p>
    </fieldset>
    <button>Review order</button>
  </form>
  <section class="panel" aria-labelledby="sums">
    <h2 id="sums">Your order</h2>
    ${toSums(toTotals(lines))}
    <a href="/cart">Change cart</a>
  </section>
</div>`,
  })

export const reviewPage = (lines: Line[], checkout: Checkout): Html =>
  layout({
    title: 'Review',
    cartCount: countItems(lines),
    main: html`
<h1>Is everything right?</h1>
<div class="pair">
  ${toLines(lines)}
  <section class="panel" aria-labelledby="sums">
    <h2 id="sums">Your order</h2>
    <p>For ${checkout.name}<br><span class="soft">${checkout.email}</span><br><a href="/checkout">Change</a></p>
    ${toSums(toTotals(lines, checkout.coupon), checkout.coupon)}
    <form method="post" action="/orders"><button>Place order</button></form>
  </section>
</div>`,
  })
