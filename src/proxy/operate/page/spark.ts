/** Draws events by the hour as a small chart and as a table, without a script. */
import { html } from 'hono/html'
import { DAY, HOUR_MS, type Hours, toSum, WEEK } from '../hours.js'
import { toNumber } from '../words.js'
import { type Html, toTime } from './html.js'

const SPANS = { '24h': DAY, '7d': WEEK }
export type Span = keyof typeof SPANS

/** The span of this name, else a day. */
export const toSpan = (text?: string): Span => (text === '7d' ? '7d' : '24h')

const [WIDTH, HEIGHT] = [10, 64]

/** The counts of an hour by their headings. A column without a count is left out. */
const COLUMNS = {
  Accepted: 'accepted',
  Duplicates: 'duplicate',
  Delivered: 'delivered',
  'Dead letters': 'lost',
}

/** Returns an empty text for a span without an event. */
export function toSpark(hours: Hours, span: Span): Html | '' {
  const length = SPANS[span]
  const columns = Object.entries(COLUMNS).map(([heading, name]) => ({
    heading,
    name,
    counts: hours.list(name, length),
  }))
  const used = columns.filter(({ counts }) => toSum(counts) > 0)
  if (used.length === 0) return ''
  const [accepted, delivered] = [hours.list('accepted', length), hours.list('delivered', length)]
  const most = Math.max(1, ...accepted, ...delivered)
  const toBars = (name: string, counts: number[]) =>
    counts.map((count, hour) => {
      const height = (HEIGHT * count) / most
      return html`<rect class="${name}" x="${hour * WIDTH + 1}" y="${HEIGHT - height}" width="${WIDTH - 2}" height="${height}"/>`
    })
  const link = (to: Span, name: string) =>
    html`<a href="/?span=${to}"${to === span ? html` aria-current="true"` : ''}>${name}</a>`
  const rows = accepted.flatMap((_count, index) => {
    if (used.every(({ counts }) => !counts[index])) return []
    const cells = used.map(({ counts: { [index]: count = 0 } }) => toNumber(count))
    const from = toTime((hours.now - length + 1 + index) * HOUR_MS)
    return [html`<tr><th scope="row">${from}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`]
  })
  const summary = `${toNumber(toSum(accepted))} events accepted, ${toNumber(toSum(delivered))} delivered; at most ${toNumber(most)} in an hour`
  return html`
<figure class="spark">
  <figcaption class="heading"><span>Events by the hour: <span class="key accepted"></span> accepted <span class="key delivered"></span> delivered</span>
  <nav class="links" aria-label="Span">${link('24h', '24 hours')} ${link('7d', '7 days')}</nav></figcaption>
  <svg viewBox="0 0 ${length * WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${summary}">${toBars('accepted', accepted)}${toBars('delivered', delivered)}</svg>
  <details><summary>As a table</summary><div class="scroll" tabindex="0" role="region" aria-label="Events by the hour"><table>
    <thead><tr>${['Hour (UTC)', ...used.map(({ heading }) => heading)].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.reverse()}</tbody></table></div></details>
</figure>`
}
