/** The checkout: the customer's details, and a review before the order is placed. */
import { html } from 'hono/html'
import { type Line, toTotals } from '../cart.js'
import type { Checkout } from '../visitors.js'
import { toLines, toSums } from './cart.js'
import { type Html, layout, type Seen } from './layout.js'

/** @param error a sentence, if the shop cannot use the details */
export const checkoutPage = (seen: Seen, lines: Line[], values: Partial<Checkout> = {}, error?: string): Html =>
  layout(seen, {
    title: 'Checkout',
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
      <p class="hint" id="coupon-hint">Optional. TEATIME takes ten percent off.</p>
    </div>
    <fieldset>
      <legend>Demo</legend>
      <label class="check"><input type="checkbox" name="leave" value="1"${values.leave ? html` checked` : ''} aria-describedby="leave-hint"> Leave the thank-you page immediately</label>
      <p class="hint" id="leave-hint">The page opens the next page in the task that reports the order.</p>
    </fieldset>
    <button>Review order</button>
  </form>
  <section class="panel" aria-labelledby="sums">
    <h2 id="sums">Your order</h2>
    ${toSums(toTotals(lines))}
    <a href="/cart">Change</a>
  </section>
</div>`,
  })

export const reviewPage = (seen: Seen, lines: Line[], { name, email, coupon }: Checkout): Html =>
  layout(seen, {
    title: 'Review',
    main: html`
<h1>Is everything right?</h1>
<div class="pair">
  ${toLines(lines)}
  <section class="panel" aria-labelledby="sums">
    <h2 id="sums">Your order</h2>
    <p>${name}<br><span class="soft">${email}</span><br><a href="/checkout">Change</a></p>
    ${toSums(toTotals(lines, coupon), coupon)}
    <form method="post" action="/orders"><button class="wide">Place order</button></form>
  </section>
</div>`,
  })
