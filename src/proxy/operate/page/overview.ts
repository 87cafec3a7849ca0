/** The first page: how it is, the way of events with figures, charts, and all that an operator may have to look after. */
import { html } from 'hono/html'
import { PROBLEMS, type ProblemCode } from '../../problem.js'
import type { SeenOrigin } from '../../queue/hours.js'
import type { Counts, Reason } from '../../queue/index.js'
import type { Health } from '../health.js'
import type { Hours } from '../hours.js'
import { REASONS } from '../sentences.js'
import { type Lines, type Span, toSum } from './figures.js'
import { type Html, toAge, toButton, toCount, toDangerousButton, toNumber, toTime, type View } from './html.js'
import { toHealthSummary } from './state.js'

export interface Overview {
  health: Health
  /** Of the last 24 hours. */
  day: { hours: Hours; lines: Lines }
  span: Span
  origins: SeenOrigin[]
  version: string
  snippet: { file: string; integrity: string } | undefined
  /** Where the script is served. */
  path: string
  /** A test order can be sent from here. */
  canTest: boolean
  /** Requests are seen here: those that were refused, and their origins. */
  seesRequests: boolean
}

export const toOverview = (overview: Overview, view: View): Html => html`
${toBanner(overview, view)}
${toWay(overview)}
${toFindForm()}
${overview.canTest && view.isSignedIn ? toTest() : ''}
${toCharts(overview)}
${toWaiting(overview.health.counts)}
${toDead(overview.health.counts, view)}
${overview.seesRequests ? html`${toRefused(overview)}${toOrigins(overview, view)}` : ''}
${toAbout(overview)}`

const toTest = () => html`
<section class="card" aria-labelledby="test-title">
  <h2 id="test-title">Does an order come through?</h2>
  <div class="acts">${toButton('/test-order', 'Send a test order')} <span class="soft">It goes the whole way, page to the API’s door, and converts nothing.</span></div>
</section>`

function toBanner({ health, path }: Overview, { nowMs }: View) {
  const { as, sentences } = toHealthSummary(health, nowMs)
  const [first = '', ...others] = sentences
  return html`<div id="state" class="banner ${as}" data-live><h1><span class="word">${as}</span> ${first}</h1>
${others.length > 0 ? html`<ul>${others.map((sentence) => html`<li>${sentence}</li>`)}</ul>` : ''}
${as === 'new' ? html`<p>The tag, for every page of the shop:</p><pre tabindex="0">${toTag(path)}</pre>` : ''}</div>`
}

const toTag = (path: string) => `<script async src="${path}/ringup.js" data-convert-on="purchase"></script>`

/** Stations from page to API; each figure has its words. */
function toWay({ health: { counts }, day: { lines } }: Overview) {
  const { series } = lines
  const day = (name: keyof Lines['series']) => toNumber(toSum(series[name]))
  const waiting = counts?.waiting ?? 0
  return html`
<section class="card" aria-labelledby="way-title" data-live id="way">
  <h2 id="way-title">From page to API <span class="soft">in 24 hours</span></h2>
  <ol class="way">
    <li><h3>Pages</h3><dl><div><dt>accepted</dt><dd>${day('accepted')}</dd></div><div><dt>duplicates</dt><dd>${day('duplicate')}</dd></div></dl></li>
    <li><h3>Proxy</h3><dl><div class="${toSum(series.refused) > 0 ? 'warn' : ''}"><dt>requests refused</dt><dd>${day('refused')}</dd></div></dl></li>
    <li><h3>Queue</h3><dl>
      <div class="${waiting > 0 ? 'warn' : ''}"><dt>waiting now</dt><dd>${toNumber(waiting)}</dd></div>
      <div><dt>the oldest for</dt><dd>${counts?.oldestWaitingMs === undefined ? '–' : toAge(counts.oldestWaitingMs)}</dd></div></dl></li>
    <li><h3>API</h3><dl><div><dt>delivered</dt><dd>${day('delivered')}</dd></div></dl></li>
    <li class="end"><h3>Dead letters</h3><dl>
      <div class="${(counts?.dead ?? 0) > 0 ? 'bad' : ''}"><dt>kept now</dt><dd>${toNumber(counts?.dead ?? 0)}</dd></div>
      <div><dt>new</dt><dd>${day('dead')}</dd></div></dl></li>
  </ol>
</section>`
}

export const toFindForm = (values: { what?: string; email?: string } = {}) => html`
<section class="card" aria-labelledby="find-title">
  <h2 id="find-title">Where is an order?</h2>
  <form method="post" action="/find" class="find" autocomplete="off">
    <label>Order number, or id of an event<input name="what" required maxlength="200" value="${values.what ?? ''}"></label>
    <label><span>E-mail <span class="soft">(if known)</span></span><input name="email" type="email" maxlength="254" value="${values.email ?? ''}"></label>
    <button>Find</button>
  </form>
</section>`

function toCharts({ span, day }: Overview) {
  const link = (to: Span, name: string) =>
    to === span
      ? html`<a href="/?span=${to}" aria-current="true">${name}</a>`
      : html`<a href="/?span=${to}">${name}</a>`
  const rows = day.lines.hours.map((hour, index) => ({ hour, index })).reverse()
  return html`
<section class="card" aria-labelledby="charts-title">
  <div class="heading"><h2 id="charts-title">By the hour</h2><nav aria-label="Span">${link('24h', '24 hours')} ${link('7d', '7 days')}</nav></div>
  <div class="charts" data-span="${span}">
    <figure><figcaption>Events and refused requests</figcaption><div data-chart="accepted duplicate delivered refused"></div></figure>
    <figure><figcaption>Waiting, the most in an hour</figcaption><div data-chart="waiting"></div></figure>
    <figure><figcaption>Age of the oldest, in minutes</figcaption><div data-chart="oldest"></div></figure>
  </div>
  <noscript><p>The charts need JavaScript; the table has the same figures.</p></noscript>
  <details><summary>The last 24 hours as a table</summary><div class="scroll" tabindex="0" role="region" aria-label="The last 24 hours"><table>
    <thead><tr><th scope="col">Hour</th><th scope="col">Accepted</th><th scope="col">Said twice</th><th scope="col">Delivered</th><th scope="col">Refused</th><th scope="col">Waiting</th><th scope="col">Oldest</th></tr></thead>
    <tbody>${rows.map(({ hour, index }) => toHour(day.lines, hour, index))}</tbody></table></div></details>
</section>`
}

function toHour({ series }: Lines, hour: number, index: number) {
  const of = (name: keyof Lines['series']) => series[name][index] ?? 0
  const oldest = of('oldest') === 0 ? '–' : toAge(of('oldest') * 1_000)
  return html`<tr><th scope="row">${toTime(hour * 1_000)}</th><td>${toNumber(of('accepted'))}</td><td>${toNumber(of('duplicate'))}</td><td>${toNumber(of('delivered'))}</td><td>${toNumber(of('refused'))}</td><td>${toNumber(of('waiting'))}</td><td>${oldest}</td></tr>`
}

/** Kinds together. */
function byReason<Name>(rows: { reason: Name; count: number }[]): [Name, number][] {
  const sums = new Map<Name, number>()
  for (const { reason, count } of rows) sums.set(reason, (sums.get(reason) ?? 0) + count)
  return [...sums]
}

const toReasonLink = (state: string, reason: Reason) =>
  html`<a href="/events?state=${state}&amp;reason=${reason}"><code>${reason}</code></a>`

function toWaiting(counts: Counts | undefined) {
  const rows = byReason(counts?.waitingBy ?? [])
  return html`
<section class="card" aria-labelledby="waiting-title" data-live id="waiting">
  <h2 id="waiting-title">Waiting</h2>
  ${
    rows.length === 0
      ? html`<p class="soft">Nothing waits.</p>`
      : html`<ul class="reasons">${rows.map(
          ([reason, count]) => html`<li><strong>${toCount(count, 'event')}</strong>
      <span>${reason === undefined ? html`Not tried yet, or behind another of the same customer. <a href="/events?state=waiting">See all</a>` : html`${REASONS[reason]} ${toReasonLink('waiting', reason)}`}</span></li>`,
        )}</ul>`
  }
</section>`
}

function toDead(counts: Counts | undefined, { isSignedIn }: View) {
  const rows = byReason(counts?.deadBy ?? [])
  return html`
<section class="card" aria-labelledby="dead-title" id="dead">
  <h2 id="dead-title">Dead letters</h2>
  ${
    rows.length === 0
      ? html`<p class="soft">There are none.</p>`
      : html`<ul class="reasons">${rows.map(
          ([reason, count]) => html`<li><strong>${toCount(count, 'dead letter')}</strong>
      <span>${REASONS[reason]} ${toReasonLink('dead', reason)}</span>
      ${isSignedIn ? html`<span class="acts">${toButton(`/reasons/${reason}/replay`, 'Replay all')} ${toDangerousButton(`/reasons/${reason}/drop`, 'Drop all …', `Delete ${toCount(count, 'dead letter')} for good`)}</span>` : ''}</li>`,
        )}</ul>`
  }
  ${counts && counts.droppedDead > 0 ? html`<p class="soft">${toCount(counts.droppedDead, 'older one')} had to make room.</p>` : ''}
</section>`
}

const isCode = (code: string): code is ProblemCode => code in PROBLEMS

function toRefused({ day, origins }: Overview) {
  const refusals = day.hours.sums('refused ', 24)
  const refused = origins.filter(({ isTaken }) => !isTaken)
  return html`
<section class="card" aria-labelledby="refused-title" data-live id="refused">
  <h2 id="refused-title">Refused requests <span class="soft">in 24 hours</span></h2>
  ${
    refusals.length === 0
      ? html`<p class="soft">None.</p>`
      : html`<ul class="reasons">${refusals.map(
          ({ name, count }) =>
            html`<li><strong>${toNumber(count)}</strong> <span><code>${name}</code> ${isCode(name) ? PROBLEMS[name].sentence : ''}</span></li>`,
        )}</ul>`
  }
  ${
    refused.length === 0
      ? ''
      : html`<h3>Origins that were refused</h3><ul class="plain">${refused.map(
          ({ origin, latestMs, events }) =>
            html`<li><code>${origin}</code> ${toCount(events, 'time')}, the last ${toTime(latestMs)}</li>`,
        )}</ul>`
  }
</section>`
}

function toOrigins({ origins }: Overview, { nowMs }: View) {
  const taken = origins.filter(({ isTaken }) => isTaken)
  return html`
<section class="card" aria-labelledby="origins-title" data-live id="origins">
  <h2 id="origins-title">The last event of each origin</h2>
  ${
    taken.length === 0
      ? html`<p class="soft">No page has sent an event yet.</p>`
      : html`<ul class="plain">${taken.map(
          ({ origin, latestMs }) =>
            html`<li><code>${origin}</code> ${toAge(nowMs - latestMs)} ago, ${toTime(latestMs)}</li>`,
        )}</ul>`
  }
</section>`
}

const toAbout = ({ version, snippet }: Overview) => html`
<section class="about soft"><p>Ringup ${version}${snippet ? html`, which serves <code>${snippet.file}</code>` : ''}. Pages do not say which version of the snippet they have.</p></section>`
