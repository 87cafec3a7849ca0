/** The first page: how it is, the way of events with figures, charts, and all that an operator may have to look after. */
import { html } from 'hono/html'
import type { Counts, Listed, Reason } from '../../queue/index.js'
import type { SeenOrigin } from '../../queue/operator/hours.js'
import { toRefusal } from '../find.js'
import type { Health } from '../health.js'
import { DAY, HOUR_MS, type Hours, toSum } from '../hours.js'
import { REASONS } from '../sentences.js'
import { toUnsent } from '../shop.js'
import { toMaskedOrder, toOrderNumber } from '../shown.js'
import { toAge, toCount, toNumber } from '../words.js'
import { type Lines, type Span, sumByReason } from './figures.js'
import { type Html, toButton, toCard, toDangerousButton, toList, toTime, type View } from './html.js'
import type { PageParts } from './parts.js'
import { toHealthSentences } from './state.js'

interface Overview extends Pick<PageParts, 'version' | 'snippet' | 'path' | 'seesRequests' | 'sendTestOrder'> {
  health: Health
  /** What happened in the last 24 hours. */
  day: { hours: Hours; lines: Lines }
  span: Span
  origins: SeenOrigin[]
  /** The latest refused reports. */
  reports: Listed[]
}

export const toOverview = (overview: Overview, view: View): Html => html`
${toBanner(overview, view)}
${toWay(overview)}
${toFindForm()}
${overview.sendTestOrder && view.isSignedIn ? toTest() : ''}
${toCharts(overview)}
${toWaiting(overview.health.counts)}
${toDead(overview.health.counts, view)}
${toReports(overview, view)}
${overview.seesRequests !== false ? [toRefused(overview), toOrigins(overview, view)] : ''}
${toAbout(overview)}`

function toBanner({ health, path }: Overview, { nowMs }: View) {
  const { state } = health
  const [first = '', ...others] = toHealthSentences(health, nowMs)
  return html`<div id="state" class="notice" data-tone="${TONES[state]}" data-live><h1>${toHeading(state)}: ${first}</h1>
${others.length > 0 ? html`<ul>${others.map((sentence) => html`<li>${sentence}</li>`)}</ul>` : ''}
${state === 'new' ? html`<p>The tag, for every page of the shop:</p><pre tabindex="0">${toTag(path)}</pre>` : ''}</div>`
}

const TONES: Record<Health['state'], string> = { ok: 'good', new: 'good', degraded: 'warn', down: 'bad' }
const toHeading = (state: string) => state.charAt(0).toUpperCase() + state.slice(1)

const toTag = (path: string) => `<script async src="${path}/ringup.js" data-convert-on="purchase"></script>`

/** Stations from page to API; each figure has its words. */
function toWay({ health: { counts }, day: { lines } }: Overview) {
  const [waiting, dead] = [counts?.waiting ?? 0, counts?.dead ?? 0]
  const day = (name: keyof Lines['series']) => toSum(lines.series[name])
  const figure = (name: string, value: number | string, tone?: 'warn' | 'bad') =>
    html`<div${tone && value !== 0 ? html` data-tone="${tone}"` : ''}><dt>${name}</dt><dd>${typeof value === 'number' ? toNumber(value) : value}</dd></div>`
  const station = (name: string, figures: Html[], isEnd = false) =>
    html`<li${isEnd ? html` class="end"` : ''}><h3>${name}</h3><dl class="figures">${figures}</dl></li>`
  const oldest = counts?.oldestWaitingMs === undefined ? '–' : toAge(counts.oldestWaitingMs)
  const stations = [
    station('Pages', [figure('accepted', day('accepted')), figure('duplicates', day('duplicate'))]),
    station('Proxy', [figure('requests refused', day('refused'), 'warn')]),
    station('Queue', [figure('waiting now', waiting, 'warn'), figure('the oldest for', oldest)]),
    station('API', [figure('delivered', day('delivered'))]),
    station('Dead letters', [figure('kept now', dead, 'bad'), figure('new', day('dead'))], true),
  ]
  return toCard('way', toTitle('From page to API'), html`<ol class="way">${stations}</ol>`, true)
}

const toTitle = (title: string) => html`${title} <span class="soft">in 24 hours</span>`

export const toFindForm = ({ what = '', email = '' }: { what?: string; email?: string } = {}) =>
  toCard(
    'find',
    'Where is an order?',
    html`<form method="post" action="/find" class="row find" autocomplete="off">
    <label class="field">Order number, or id of an event<input name="what" required maxlength="200" value="${what}"></label>
    <label class="field"><span>E-mail <span class="soft">(if known)</span></span><input name="email" type="email" maxlength="254" value="${email}"></label>
    <button>Find</button>
  </form>`,
  )

const toTest = () =>
  toCard(
    'test',
    'Does an order come through?',
    html`<div class="row">${toButton('/test-order', 'Send a test order')} <span class="soft">It goes the whole way, from the page to the API, and converts nothing.</span></div>`,
  )

/** Columns of the table, by their headings. */
const COLUMNS = {
  Accepted: 'accepted',
  Duplicates: 'duplicate',
  Delivered: 'delivered',
  Refused: 'refused',
  Waiting: 'waiting',
} as const

function toCharts({ span, day: { lines } }: Overview) {
  const link = (to: Span, name: string) =>
    html`<a href="/?span=${to}"${to === span ? html` aria-current="true"` : ''}>${name}</a>`
  const rows = lines.hours.map((hour, index) => toHour(lines, hour, index)).reverse()
  return html`
<section class="card" aria-labelledby="charts-title">
  <div class="heading"><h2 id="charts-title">By the hour</h2><nav class="links" aria-label="Span">${link('24h', '24 hours')} ${link('7d', '7 days')}</nav></div>
  <div class="grid charts" data-span="${span}">
    <figure><figcaption>Events and refused requests</figcaption><div data-chart="accepted duplicate delivered refused"></div></figure>
    <figure><figcaption>Waiting, the most in an hour</figcaption><div data-chart="waiting"></div></figure>
    <figure><figcaption>Age of the oldest, in minutes</figcaption><div data-chart="oldest"></div></figure>
  </div>
  <noscript><p>The charts need JavaScript; the table has the same figures.</p></noscript>
  <details><summary>The last 24 hours as a table</summary><div class="scroll" tabindex="0" role="region" aria-label="The last 24 hours"><table>
    <thead><tr>${['Hour', ...Object.keys(COLUMNS), 'Oldest'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div></details>
</section>`
}

function toHour({ series }: Lines, hour: number, index: number) {
  const counts = Object.values(COLUMNS).map((name) => toNumber(series[name][index] ?? 0))
  const oldest = series.oldest[index] ?? 0
  const cells = [...counts, oldest === 0 ? '–' : toAge(oldest * 1_000)]
  return html`<tr><th scope="row">${toTime(hour * 1_000)}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`
}

const toReasonLink = (state: string, reason: Reason) =>
  html`<a href="/events?state=${state}&amp;reason=${reason}"><code>${reason}</code></a>`

function toWaiting(counts: Counts | undefined) {
  const untried = html`Not tried yet, or waiting behind another event of the same customer. <a href="/events?state=waiting">See all</a>`
  const rows = sumByReason(counts?.waitingBy).map(([reason, count]) => {
    const why = reason === undefined ? untried : html`${REASONS[reason]} ${toReasonLink('waiting', reason)}`
    return html`<strong>${toCount(count, 'event')}</strong> <span>${why}</span>`
  })
  return toCard('waiting', 'Waiting', toList(rows, 'Nothing waits.'), true)
}

function toDead(counts: Counts | undefined, { isSignedIn }: View) {
  const rows = sumByReason(counts?.deadBy).map(([reason, count]) => {
    const letters = toCount(count, 'dead letter')
    const acts = html`<span class="row">${toButton(`/reasons/${reason}/replay`, 'Replay all')} ${toDangerousButton(`/reasons/${reason}/drop`, 'Drop all …', `Delete ${letters} for good`)}</span>`
    return html`<strong>${letters}</strong> <span>${REASONS[reason]} ${toReasonLink('dead', reason)}</span> ${isSignedIn ? acts : ''}`
  })
  const dropped = counts?.droppedDead ?? 0
  const gone = dropped > 0 ? html`<p class="soft">${toCount(dropped, 'older one')} had to make room.</p>` : ''
  return toCard('dead', 'Dead letters', [toList(rows, 'There are none.'), gone])
}

/** Reports that lack what is needed to send them, with the numbers of their orders. A number is masked until the operator signs in. */
function toReports({ day, reports }: Overview, { isSignedIn, nowMs }: View) {
  const latest = reports.filter(({ receivedMs }) => nowMs - receivedMs < DAY * HOUR_MS)
  const rows = toUnsent(day.hours).map(({ kind, reason, sentence }) => {
    const numbers = latest
      .filter((each) => each.kind === kind && each.reason === reason)
      .flatMap((each) => toOrderNumber(each) ?? [])
      .map((number) => (isSignedIn ? number : toMaskedOrder(number)))
    const named = numbers.length === 0 ? '.' : `: number ${numbers.reverse().join(', ')}.`
    return html`${sentence}${named} ${toReasonLink('refused', reason)}`
  })
  return toCard('reports', toTitle('Refused reports'), toList(rows, 'None.', 'stack'), true)
}

function toRefused({ day, origins }: Overview) {
  const refusals = day.hours.sums('refused ', DAY)
  const rows = refusals.map(
    ({ name, count }) => html`<strong>${toNumber(count)}</strong> <span><code>${name}</code> ${toRefusal(name)}</span>`,
  )
  const refused = origins.filter(({ isTaken }) => !isTaken)
  const from = refused.map((each) => toOrigin(each, `${toCount(each.events, 'time')}, the last`))
  const places = from.length === 0 ? '' : html`<h3>Origins that were refused</h3>${toList(from, '', 'stack')}`
  return toCard('refused', toTitle('Refused requests'), [toList(rows, 'None.'), places], true)
}

function toOrigins({ origins }: Overview, { nowMs }: View) {
  const taken = origins.filter(({ isTaken }) => isTaken)
  const rows = taken.map((each) => toOrigin(each, `${toAge(nowMs - each.latestMs)} ago,`))
  const none = 'No event of a page has been taken yet.'
  return toCard('origins', 'The last event of each origin', toList(rows, none, 'stack'), true)
}

const toOrigin = ({ origin, latestMs }: SeenOrigin, how: string) =>
  html`<code>${origin}</code> ${how} ${toTime(latestMs)} UTC`

const toAbout = ({ version, snippet }: Overview) => html`
<p class="hint">Ringup ${version}${snippet ? html`, which serves <code>${snippet.file}</code>` : ''}. Pages do not say which version of the snippet they have.</p>`
