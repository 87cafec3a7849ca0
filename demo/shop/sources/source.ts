/** One way in which a shop's thank-you page says what was bought. */
import { html, raw } from 'hono/html'
import type { Order } from '../orders.js'
import { type Marks, NO_MARKS } from './marks.js'

export type Html = ReturnType<typeof html>

export interface PageSource {
  /** Its name in cookies and addresses. */
  id: string
  name: string
  /** A sentence for whoever chooses it in the demo. */
  about: string
  /** Attributes of Ringup's script tag on the thank-you page; as on every other page without. */
  tag?: Html
  /** Stands in the thank-you page's head, before Ringup's tag. */
  head?(order: Order): Html
  /**
   * JavaScript that reports the order, and stands in a script element of the head; or runs in the review page, where
   * that becomes the thank-you page. A function, because it is built in the page: `order` is the text of an expression.
   */
  script?(order: Order): string
  /** What the page's own elements carry. */
  marks?: Marks
  /** The review page turns into the thank-you page, without a load. */
  singlePage?: true
  /** Stands in the head of every page of the shop. */
  everywhere?: Html
  /** The thank-you page has no script tag of Ringup's: what is everywhere brings Ringup there. */
  withoutTag?: true
  /** Why the thank-you page cannot go on in the moment it reports the order: a sentence for whoever would try. */
  stays?: string
  /** A blocker keeps Ringup from the page, and the shop's server reports the order. */
  byWebhook?: true
  /** A word of the built snippet, without which this way is not offered. */
  needs?: string
}

/** What stands in the head, to be shown as well as to be sent. */
export function toHead(source: PageSource, order: Order): Html {
  const script = source.script && !source.singlePage ? html`<script>${raw(source.script(order))}</script>` : ''
  return html`${source.head?.(order) ?? ''}${script}`
}

/**
 * The same, and on to the next page at once: in the task that reports the order where a script does, else in the next.
 * `load` comes after every async script has run, so Ringup is there.
 */
export function toHeadThatLeaves(source: PageSource, order: Order): Html {
  const leave = "location.href = '/'"
  const script = source.script
    ? `addEventListener('load', function () {${source.script(order)}${leave}\n})`
    : `addEventListener('pageshow', function () { setTimeout(function () { ${leave} }) })`
  return html`${source.head?.(order) ?? ''}<script>${raw(script)}</script>`
}

export const toMarks = (source: PageSource): Marks => source.marks ?? NO_MARKS

/** JSON that cannot end the script element it stands in: `</script>` and `<!--` both need a `<`. */
export const toScriptJson = (value: unknown) => JSON.stringify(value, undefined, 2).replaceAll('<', '\\u003c')
