/** The thank-you page. It reports the order each time it is opened, like the pages of real shops. */
import { html } from 'hono/html'
import type { Order } from '../orders.js'
import { type PageSource, toHead, toHeadThatLeaves, toMark } from '../sources/index.js'
import { toLines, toSums } from './cart.js'
import { type Html, layout, type Seen, toTag } from './layout.js'

/** @param leave the page opens the next page in the task that reports the order */
export const thankYouPage = (seen: Seen, order: Order, leave: boolean): Html =>
  layout(seen, {
    title: 'Thank you for your order',
    head: leave ? toHeadThatLeaves(seen.source, order) : toHead(seen.source, order),
    tag: toTag(seen.source),
    main: thankYouMain(seen.source, order),
    order: order.number,
  })

export function thankYouMain(source: PageSource, order: Order): Html {
  const mark = toMark(source)
  return html`
<h1>Thank you for your order</h1>
<p class="lead">Order <span class="order-number"${mark('order_number')}>${order.number}</span>. We pack it now and send it to <span class="order-email"${mark('email')}>${order.email}</span>.</p>
<div class="pair">
  ${toLines(order.lines, mark)}
  <section class="panel" aria-labelledby="sums">
    <h2 id="sums">Paid</h2>
    ${toSums(order, order.coupon, mark)}
    <a class="button wide" href="/">Back to the shop</a>
  </section>
</div>`
}
