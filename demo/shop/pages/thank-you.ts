/** The thank-you page: the one that reports the order, each time it is opened, as real shops' pages do. */
import { html, raw } from 'hono/html'
import type { Order } from '../orders.js'
import { toPurchase } from '../purchase.js'
import { toLines, toSums } from './cart.js'
import { type Html, layout } from './layout.js'

/** @param leave go on to the next page in the same task that reports the order */
export const thankYouPage = (order: Order, cartCount: number, leave: boolean): Html =>
  layout({
    title: 'Thank you',
    cartCount,
    head: html`<script>${raw(leave ? reportAndLeave(order) : report(order))}</script>`,
    main: html`
<h1>Thank you for your order</h1>
<p class="lead">Order <span class="order-number">${order.number}</span> for ${order.email} is being packed.</p>
<div class="pair">
  ${toLines(order.lines)}
  <section class="panel" aria-labelledby="sums">
    <h2 id="sums">Paid</h2>
    ${toSums(order, order.coupon)}
    <a class="button" href="/">Back to the shop</a>
  </section>
</div>`,
  })

const report = (order: Order) => `
window.dataLayer = window.dataLayer || []
dataLayer.push({ ecommerce: null })
dataLayer.push(${toScriptJson(toPurchase(order))})
`

// `load` comes after every async script has run, so Ringup is there and the page leaves in the same task.
const reportAndLeave = (order: Order) => `
addEventListener('load', function () {${report(order)}location.href = '/'
})
`

/** JSON that cannot end the script element it stands in: `</script>` and `<!--` both need a `<`. */
const toScriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
