/** One format in which a thank-you page contains its order. */
import { html, raw } from 'hono/html'
import type { Order } from '../orders.js'

export type Html = ReturnType<typeof html>

export interface PageSource {
  /** Its name in the cookie. */
  id: string
  name: string
  /** A sentence for the page of choices. */
  about: string
  /** The attributes of Ringup's script tag on the thank-you page. Without them: those of every other page. */
  tag?: Html
  /** Elements for the head of the thank-you page, before Ringup's tag. */
  head?(order: Order): Html
  /** JavaScript for the head of the thank-you page. It reports the order. */
  script?(order: Order): string
  /** The elements of the page contain the order. */
  inElements?: true
  /** The elements have `data-ringup` attributes. */
  isMarked?: true
}

/** Writes the elements and the script of a source. */
export function toHead(source: PageSource, order: Order): Html {
  const script = source.script ? html`<script>${raw(source.script(order))}</script>` : ''
  return html`${source.head?.(order) ?? ''}${script}`
}

/**
 * Writes the head of a page that leaves immediately: in the task that reports the order, or in the next one if no script reports
 * the order. Async scripts run before `load`, so Ringup has loaded by then.
 */
export function toHeadThatLeaves(source: PageSource, order: Order): Html {
  const leave = "location.href = '/'"
  const script = source.script
    ? `addEventListener('load', function () {${source.script(order)}${leave}\n})`
    : `addEventListener('pageshow', function () { setTimeout(function () { ${leave} }) })`
  return html`${source.head?.(order) ?? ''}<script>${raw(script)}</script>`
}

/** Writes the attributes of an element that shows a field. @param value for an element that does not show it as text */
export type Mark = (field: string, value?: string) => Html

const NOTHING = html``

export const NOT_MARKED: Mark = () => NOTHING

const MARKED: Mark = (field, value) =>
  html` data-ringup="${field}"${value === undefined ? '' : html` data-ringup-value="${value}"`}`

export const toMark = ({ isMarked }: PageSource): Mark => (isMarked ? MARKED : NOT_MARKED)

/** Writes JSON that cannot end its script element: `</script>` and `<!--` both need a `<`. */
export const toScriptJson = (value: unknown) => JSON.stringify(value, undefined, 2).replaceAll('<', '\\u003c')
