/** Checkout: who buys, then everything once more before the order is placed. */
import { html, raw } from 'hono/html'
import { type Line, toTotals } from '../cart.js'
import type { PageSource } from '../sources/index.js'
import type { Checkout } from '../visitors.js'
import { findWords } from '../words.js'
import { toLines, toSums } from './cart.js'
import { type Html, IN_ENGLISH, layout, type Seen } from './layout.js'

/** @param error a sentence when what was sent cannot be used */
export function checkoutPage(seen: Seen, lines: Line[], values: Partial<Checkout> = {}, error?: string): Html {
  const words = findWords(seen.market)
  return layout(seen, {
    title: words.checkout,
    main: html`
<h1>${words.checkout}</h1>
<div class="pair">
  <form method="post" action="/checkout">
    ${error ? html`<p class="error" role="alert">${error}</p>` : ''}
    <div class="field">
      <label for="email">${words.email}</label>
      <input id="email" name="email" type="email" autocomplete="email" required maxlength="254" value="${values.email}" placeholder="you@example.com">
    </div>
    <div class="field">
      <label for="name">${words.name}</label>
      <input id="name" name="name" autocomplete="name" required maxlength="100" value="${values.name}">
    </div>
    <div class="field">
      <label for="coupon">${words.voucher}</label>
      <input id="coupon" name="coupon" autocomplete="off" maxlength="40" value="${values.coupon}" aria-describedby="coupon-hint">
      <p class="hint" id="coupon-hint">${words.voucherHint}</p>
    </div>
    ${leaveBox(seen.source, values.leave)}
    <button>${words.reviewOrder}</button>
  </form>
  <section class="panel" aria-labelledby="sums">
    <h2 id="sums">${words.yourOrder}</h2>
    ${toSums(toTotals(lines, seen.market), seen.market)}
    <a href="/cart">${words.change}</a>
  </section>
</div>`,
  })
}

const leaveBox = ({ stays }: PageSource, checked = false) => html`
<fieldset${IN_ENGLISH}>
  <legend>Demo</legend>
  <label class="check"><input type="checkbox" name="leave" value="1"${stays ? html` disabled` : checked ? html` checked` : ''} aria-describedby="leave-hint"> Leave the thank-you page at once</label>
  <p class="hint" id="leave-hint">${stays ?? 'The page goes on to the next one in the moment it reports the order.'}</p>
</fieldset>`

export function reviewPage(seen: Seen, lines: Line[], checkout: Checkout): Html {
  const words = findWords(seen.market)
  return layout(seen, {
    title: words.review,
    ...(seen.source.singlePage && { head: html`<script>${raw(SINGLE_PAGE)}</script>` }),
    main: html`
<h1>${words.isRight}</h1>
<div class="pair">
  ${toLines(lines, seen.market)}
  <section class="panel" aria-labelledby="sums">
    <h2 id="sums">${words.yourOrder}</h2>
    <p>${checkout.name}<br><span class="soft"><bdi>${checkout.email}</bdi></span><br><a href="/checkout">${words.change}</a></p>
    ${toSums(toTotals(lines, seen.market, checkout.coupon), seen.market, checkout.coupon)}
    <form method="post" action="/orders"><button class="wide">${words.placeOrder}</button></form>
  </section>
</div>`,
  })
}

/** Places the order and shows the thank-you page in this one; then the purchase is pushed. `#now` presses the button. */
const SINGLE_PAGE = `
window.dataLayer = window.dataLayer || []
addEventListener('DOMContentLoaded', function () {
  var form = document.querySelector('form[action="/orders"]')
  form.addEventListener('submit', async function (event) {
    event.preventDefault()
    var answer = await fetch('/orders', { method: 'POST', headers: { accept: 'application/json' } })
    var order = await answer.json()
    var page = new DOMParser().parseFromString(await (await fetch(order.page)).text(), 'text/html')
    history.pushState(null, '', order.page)
    document.title = page.title
    document.querySelector('main').replaceWith(page.querySelector('main'))
    document.querySelector('h1').tabIndex = -1
    document.querySelector('h1').focus()
    new Function(order.script)()
  })
  if (location.hash === '#now') form.requestSubmit()
})
`
