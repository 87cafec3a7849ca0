/** The thank-you page: the one that reports the order, each time it is opened, as real shops' pages do. */
import { html } from 'hono/html'
import type { Order } from '../orders.js'
import { type PageSource, toHead, toHeadThatLeaves, toMarks } from '../sources/index.js'
import { findWords } from '../words.js'
import { toLines, toSums } from './cart.js'
import { type Html, layout, type Seen, toTag } from './layout.js'

/** @param leave go on to the next page in the same task that reports the order */
export function thankYouPage(seen: Seen, order: Order, leave: boolean): Html {
  const { source } = seen
  return layout(
    { ...seen, market: order.market },
    {
      title: findWords(order.market).thanks,
      head: leave && !source.stays ? toHeadThatLeaves(source, order) : toHead(source, order),
      tag: toTag(source),
      main: thankYouMain(source, order),
      order: order.number,
    },
  )
}

export function thankYouMain(source: PageSource, order: Order): Html {
  const words = findWords(order.market)
  const marks = toMarks(source)
  return html`
<h1>${words.thanks}</h1>
<p class="lead">${words.order} <bdi class="order-number"${marks.field('order_number')}>${order.number}</bdi>. ${words.packed} <bdi class="order-email"${marks.field('email')}>${order.email}</bdi>.</p>
<div class="pair">
  ${toLines(order.lines, order.market, marks)}
  <section class="panel" aria-labelledby="sums">
    <h2 id="sums">${words.paid}</h2>
    ${toSums(order, order.market, order.coupon, marks)}
    <a class="button wide" href="/">${words.backToShop}</a>
  </section>
</div>`
}
