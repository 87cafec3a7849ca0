/** The first page: the share that reached the API, the troubles with their actions, and the latest events. */
import { html } from 'hono/html'
import type { Entry } from '../../queue/index.js'
import { CONDITIONS } from '../conditions.js'
import { toRefusal } from '../find.js'
import type { Health } from '../health.js'
import type { PageOrigin } from '../history.js'
import { DAY, HOUR_MS, type Hours } from '../hours.js'
import { toReachedSentences, toUnsent, toWholeShare } from '../shop.js'
import { toMaskedOrder, toOrderNumber } from '../shown.js'
import { toAge, toCount, toNumber, toPercent } from '../words.js'
import { type Table, toTable } from './events.js'
import { type Html, type Part, toButton, toReasonLink, toRow, toTime, type View } from './html.js'
import type { PageParts } from './parts.js'
import { type Span, toSpark } from './spark.js'

interface Overview extends Pick<PageParts, 'version' | 'snippet' | 'path' | 'seesRequests' | 'sendTestOrder'> {
  health: Health
  hours: Hours
  span: Span
  origins: PageOrigin[]
  /** The latest refused reports. */
  reports: Entry[]
  /** The latest events. */
  table: Table
}

export const toOverview = (overview: Overview, view: View): Html => html`
${toState(overview, view)}
${toLatest(overview.table, view)}
${toRefused(overview, view)}
${toAbout(overview, view)}`

/** An event that waits for less than this is on its way to the API. */
const ON_ITS_WAY_MS = 60_000

const TONES: Record<Health['state'], string> = { ok: 'good', new: 'none', degraded: 'warn', down: 'bad' }

function toState(overview: Overview, { nowMs, isSignedIn, hasSetup }: View) {
  const { health, hours, span, path, sendTestOrder } = overview
  const { state, problems, share, told, lastOrderMs, counts } = health
  const part = toWholeShare(share)
  const isWhole = (!share || share.delivered <= share.whole) && (counts?.oldestWaitingMs ?? 0) < ON_ITS_WAY_MS
  const last = lastOrderMs === undefined ? [] : [`The last order came ${toAge(nowMs - lastOrderMs)} ago.`]
  const troubles = problems.map(({ reason, about }) => ({ ...CONDITIONS[reason], about }))
  const isNew = state === 'new'
  const reached = isNew
    ? [CONDITIONS.no_event_yet.wrong, CONDITIONS.no_event_yet.todo]
    : toReachedSentences(share, false)
  const [first = 'No order in 24 hours.', others] = reached ?? last
  return html`
<section class="card" id="state" data-live data-tone="${TONES[state]}">
  <div class="hero">
    <div class="stack"><h1>${part === undefined ? '' : html`<span class="share">${toPercent(part)}</span> `}${first}</h1>
    ${others ? html`<p>${others}</p>` : ''}
    ${problems.length === 0 && isWhole ? html`<p><span class="badge" data-tone="good">All is well.</span></p>` : ''}
    ${toCompared(told)}
    ${sendTestOrder && isSignedIn ? toButton('/test-order', 'Send a test order') : ''}</div>
    ${toSpark(hours, span)}
  </div>
  ${isNew ? html`<p>The tag, for every page of the shop${hasSetup ? html` (<a href="/setup">set-up</a> makes one for your platform)` : ''}:</p><pre tabindex="0">${toTag(path)}</pre>` : ''}
  ${troubles.length === 0 || isNew ? '' : html`<ul class="troubles">${troubles.map(({ wrong, about, todo }) => html`<li><strong>${wrong}</strong> ${about} <span class="soft">${todo}</span></li>`)}</ul>`}
  ${toCounts(overview)}
</section>`
}

const toTag = (path: string) => `<script async src="${path}/ringup.js" data-convert-on="purchase"></script>`

/** Compares the script's orders with the webhooks'. Empty if only one of them reports orders. */
function toCompared({ page, webhook, both }: NonNullable<Health['told']> = { page: 0, webhook: 0, both: 0 }): Part {
  if (page === 0 || webhook === 0) return ''
  return html`<p class="soft">Of the ${toCount(webhook, 'order')} that webhooks brought in 7 days, the script reported ${toNumber(both)}, ${toPercent(both / webhook)}; of its own ${toCount(page, 'order')} they brought ${toPercent(both / page)}.</p>`
}

/** Counts waiting events and dead letters, and names in one line the kinds without a case. */
function toCounts({ health: { counts }, hours, seesRequests }: Overview) {
  if (!counts) return ''
  const { waiting, oldestWaitingMs = 0, dead, droppedDead } = counts
  const waits = `${toCount(waiting, 'event')} ${waiting === 1 ? 'waits' : 'wait'} for the API, the oldest for ${toAge(oldestWaitingMs)}.`
  const none = [
    ...(waiting === 0 ? ['waiting'] : []),
    ...(dead === 0 ? ['dead letters'] : []),
    ...(toUnsent(hours).length === 0 ? ['refused reports'] : []),
    ...(seesRequests !== false && toRefusals(hours).length === 0 ? ['refused requests'] : []),
  ]
  const sentences = [
    ...(waiting > 0 ? [waits] : []),
    ...(dead > 0 ? [`${toCount(dead, 'dead letter')}.`] : []),
    ...(droppedDead > 0 ? [`${toCount(droppedDead, 'older dead letter')} had to make room.`] : []),
    ...(none.length > 0 ? [`${toSentence(none.join(', '))}: none.`] : []),
  ]
  return html`<p class="hint">${sentences.join(' ')}</p>`
}

const toSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const toLatest = (table: Table, view: View) =>
  table.events.length === 0
    ? ''
    : html`
<section class="card" id="events" data-live aria-labelledby="events-title"><h2 id="events-title">Events</h2>${toTable(table, view)}</section>`

/** Reports and requests that were refused in 24 hours. */
function toRefused(overview: Overview, view: View) {
  const rows = [...toReports(overview, view), ...(overview.seesRequests === false ? [] : toRequests(overview))]
  if (rows.length === 0) return ''
  return html`
<section class="card" id="refused" data-live aria-labelledby="refused-title"><h2 id="refused-title">Refused <span class="soft">in 24 hours</span></h2>
<ul class="reasons">${rows}</ul></section>`
}

/** Reports that cannot be sent, with the numbers of their orders. Numbers are masked until the operator signs in. */
function toReports({ hours, reports }: Overview, { isSignedIn, nowMs }: View) {
  const latest = reports.filter(({ receivedMs }) => nowMs - receivedMs < DAY * HOUR_MS)
  return toUnsent(hours).map(({ kind, reason, count, sentence }) => {
    const numbers = latest
      .filter((each) => each.kind === kind && each.reason === reason)
      .flatMap((each) => toOrderNumber(each) ?? [])
      .map((number) => (isSignedIn ? number : toMaskedOrder(number)))
    const named = numbers.length === 0 ? '.' : `: number ${numbers.reverse().join(', ')}.`
    return toRow(toCount(count, 'report'), html`${sentence}${named} ${toReasonLink('refused', reason)}`)
  })
}

/** The refusals of requests whose reports are not kept. */
const toRefusals = (hours: Hours) => hours.sums('refused ', DAY).filter(({ name }) => !KEPT.includes(name))
const KEPT = ['no_email', 'no_order', 'no_order_number', 'not_current']

function toRequests({ hours, origins }: Overview) {
  const refused = origins.filter(({ isTaken }) => !isTaken)
  const from = refused.map(
    ({ origin, events, latestMs }) =>
      html` <code>${origin}</code> ${toCount(events, 'time')}, the last ${toTime(latestMs)} UTC.`,
  )
  return toRefusals(hours).map(({ name, count }) =>
    toRow(toCount(count, 'request'), html`${toRefusal(name)} <code>${name}</code>${name === 'origin' ? from : ''}`),
  )
}

function toAbout({ version, snippet, origins, seesRequests }: Overview, { nowMs }: View) {
  const taken = seesRequests === false ? [] : origins.filter(({ isTaken }) => isTaken)
  return html`<footer class="hint" id="origins">
${taken.map(({ origin, latestMs }) => html`<p>The last event of <code>${origin}</code> came ${toAge(nowMs - latestMs)} ago.</p>`)}
<p>Ringup ${version}${snippet ? html`, which serves <code>${snippet.file}</code>` : ''}.</p></footer>`
}
