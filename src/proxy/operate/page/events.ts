/** Events in a table, the delivered ones too, and one alone with its tries: masked, unless an operator who has signed in asks for more. */
import { html } from 'hono/html'
import { toMaskedEmail } from '../../../contract/masked-email.js'
import { toProblemText } from '../../../normalise/problems.js'
import type { Counts, Listed, Reason, Step, Trace } from '../../queue/index.js'
import { REASONS, toAnswer, toNextTry, toWhy, withStatus } from '../sentences.js'
import { toMaskedAnswer, toMaskedBody, toMaskedOrder, toOrderNumber } from '../shown.js'
import { toNumber } from '../words.js'
import { sumByReason } from './figures.js'
import { type Part, toButton, toCard, toDangerousButton, toLink, toTime, type View, withLinks } from './html.js'

/** What the table can be filtered by. */
export const STATES = {
  all: 'All',
  waiting: 'Waiting',
  dead: 'Dead letters',
  refused: 'Refused reports',
  delivered: 'Delivered',
} as const
export type Shown = keyof typeof STATES

export interface Table {
  shown: Shown
  reason: Reason | undefined
  events: Listed[]
  /** The rest of the address of the next page, where there is one. */
  next: string | undefined
  counts: Counts | undefined
}

const toName = ({ kind, list }: Pick<Listed, 'kind' | 'list'>) =>
  kind === 'convert' ? 'Order' : `Sign-up ${list ?? ''}`
const BADGES: Partial<Record<Trace['state'], string>> = { delivered: 'good', dead: 'bad' }
const toBadge = (state: Trace['state']) =>
  html`<span class="badge" data-tone="${BADGES[state] ?? 'warn'}">${state === 'dead' ? 'dead letter' : state}</span>`

/** @param done what has just been done, in a sentence */
export function toTable({ shown, reason, events, next, counts }: Table, view: View, done?: string) {
  const refused = counts?.refusedBy.reduce((all, { count }) => all + count, 0) ?? 0
  const many: Partial<Record<Shown, number>> = { waiting: counts?.waiting ?? 0, dead: counts?.dead ?? 0, refused }
  const states = (Object.keys(STATES) as Shown[]).map((state) =>
    toTab(`state=${state}`, STATES[state], many[state], state === shown ? 'page' : undefined),
  )
  const groups = { waiting: counts?.waitingBy, dead: counts?.deadBy, refused: counts?.refusedBy }
  const by = shown in groups ? groups[shown as keyof typeof groups] : undefined
  const reasons = sumByReason<Reason | undefined>(by).flatMap(([name, count]) => {
    const here = name === reason ? 'true' : undefined
    return name ? [toTab(`state=${shown}&reason=${name}`, html`<code>${name}</code>`, count, here, REASONS[name])] : []
  })
  return html`
<div class="heading"><h1>Events</h1><nav class="links" aria-label="State">${states}</nav></div>
${toDoneMark(done)}
<section class="card">
  ${reasons.length > 0 ? html`<nav class="links" aria-label="Reason">${reasons}</nav>` : ''}
  ${events.length === 0 ? html`<p class="soft">There are none.</p>` : toRows(events, view)}
  ${next ? html`<p><a href="/events?${next}">More</a></p>` : ''}
</section>`
}

const toTab = (query: string, name: Part, count?: number, current?: string, title?: string) =>
  html`<a href="/events?${query}"${current ? html` aria-current="${current}"` : ''}${title ? html` title="${title}"` : ''}>${name}${count === undefined ? '' : html` <span class="soft">${toNumber(count)}</span>`}</a>`

export const toDoneMark = (done?: string) =>
  done ? html`<p class="notice" data-tone="good" role="status">${done}</p>` : ''

const COLUMNS = ['State', 'Event', 'Last answer', 'Next try', 'Time (UTC)', 'Number', 'Customer']

const toRows = (events: Listed[], view: View) => html`
<div class="scroll" tabindex="0" role="region" aria-label="Events"><table class="events" data-sortable>
  <thead><tr>${COLUMNS.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
  <tbody>${events.map((event) => html`<tr>${toCells(event, view).map(toCell)}</tr>`)}</tbody></table></div>`

/** A cell with its label beside it where a phone, which shows no headings, would leave it unclear. */
const toCell = (cell: Part, column: number) => {
  const label = COLUMNS[column] ?? ''
  return html`<td${['Last answer', 'Next try'].includes(label) ? html` data-label="${label}"` : ''}>${cell}</td>`
}

/** When an event arrived or, if it was delivered, when the API took it. */
export const toAtMs = ({ state, endedMs, receivedMs }: Listed) =>
  state === 'delivered' ? (endedMs ?? receivedMs) : receivedMs

function toCells(event: Listed, { nowMs }: View): Part[] {
  const { id, state, status = '', reason, problems = [] } = event
  const order = toOrderNumber(event)
  const unread =
    problems.length > 0
      ? html` <span data-tone="warn" title="${problems.map(({ field, code }) => `${field}: ${code}`).join(', ')}">${problems.length} unread</span>`
      : ''
  return [
    toBadge(state),
    html`${toLink(id, `${toName(event)} `)}${unread}`,
    status === '' && !reason ? '' : html`${status} ${reason ? html`<code>${reason}</code>` : ''}`,
    toNext(event, nowMs),
    toTime(toAtMs(event)),
    order === undefined ? '' : toMaskedOrder(order),
    toCustomer(event),
  ]
}

function toCustomer({ state, body }: Listed): Part {
  if (state === 'delivered') return ''
  if (state === 'refused') return 'unknown'
  return body ? toMaskedEmail(body.email) : 'unreadable'
}

function toNext(event: Listed, nowMs: number): Part {
  if (event.state !== 'waiting') return ''
  return event.behind === undefined ? toNextTry(event, nowMs) : html`behind ${toLink(event.behind)}`
}

function toActs({ id, state }: Listed, { isSignedIn }: View) {
  if (!isSignedIn) return ''
  const sends = {
    waiting: toButton(`/events/${id}/send`, 'Send now'),
    dead: toButton(`/events/${id}/replay`, 'Replay'),
  }
  const again = state === 'waiting' || state === 'dead' ? sends[state] : ''
  return html`<div class="row">${again} ${toDangerousButton(`/events/${id}/drop`, 'Drop …', 'Delete it for good')}</div>`
}

export interface Whole {
  event: Listed
  steps: Step[]
  /** The event that it waits behind. */
  ahead?: Listed | undefined
  /** Whether customers' data is shown. */
  reveal?: boolean
  done?: string | undefined
}

export function toEvent({ event, steps, ahead, reveal = false, done }: Whole, view: View) {
  const { id, answer, body, problems = [] } = event
  const shown = reveal ? (body ?? null) : toMaskedBody(event)
  const cause = ahead?.reason ? ` That one: ${withStatus(REASONS[ahead.reason], ahead.status)}` : ''
  const unread = problems.map(
    ({ field, code }) => html`<li><code>${field}</code> ${toProblemText(code)?.sentence ?? code}</li>`,
  )
  return html`
<h1>${toName(event)} ${toBadge(event.state)}</h1>
${toDoneMark(done)}
<section class="card">
  <p>${withLinks(`${toWhy(event, view.nowMs)}${cause}`)}</p>
  <p class="soft">Event <code>${id}</code></p>
  ${toActs(event, view)}
</section>
${toTimeline(steps, event.state === 'waiting' ? toNext(event, view.nowMs) : undefined)}
${unread.length > 0 ? toCard('unread', 'What could not be read', html`<ul>${unread}</ul>`) : ''}
${answer === undefined ? '' : toCard('answer', 'What the API said', html`<pre tabindex="0">${reveal ? answer : toMaskedAnswer(answer)}</pre>`)}
${toCard('body', 'What the API gets', [
  shown === null
    ? html`<p>${event.state === 'refused' ? 'No order was kept.' : REASONS.unreadable}</p>`
    : html`<pre tabindex="0">${JSON.stringify(shown, null, 2)}</pre>`,
  view.isSignedIn && !reveal
    ? html`${toButton(`/events/${id}/reveal`, 'Reveal')} <p class="soft">The log notes that it was revealed.</p>`
    : '',
])}`
}

const ENDS = ['accepted', 'deleted', 'duplicate']

/** @param next when it is tried again, of an event that waits */
export function toTimeline(steps: Step[], next?: Part) {
  if (steps.length === 0) return html``
  let tries = 0
  const lines = steps.map(({ atMs, what, status }, index) => {
    if (!ENDS.includes(what)) tries += 1
    const name = `${ENDS.includes(what) ? '' : `try ${tries}: `}${what}${status === undefined ? '' : ` (${status})`}`
    const isNew = steps[index - 1]?.what !== what // one that is said already is not said again
    const means =
      isNew && Object.hasOwn(REASONS, what) ? html`<span class="soft">${REASONS[what as Reason]}</span>` : ''
    return html`<li>${toTime(atMs)} <strong>${name}</strong> ${means}</li>`
  })
  if (next !== undefined) lines.push(html`<li class="next">next try: ${next}</li>`)
  return toCard('timeline', 'What happened', html`<ol class="timeline">${lines}</ol>`)
}

/** @param missing what there is to say when nothing is known. @returns the answer to "where is order 1001?" */
export function toTraces(traces: Trace[], missing: string[], { nowMs }: View) {
  if (traces.length === 0)
    return html`<section class="card found" role="status"><h2>Not found</h2>${missing.map((sentence) => html`<p>${sentence}</p>`)}</section>`
  return html`<section class="stack found" role="status">${traces.map((trace) => toTrace(trace, nowMs))}</section>`
}

function toTrace(trace: Trace, nowMs: number) {
  const { id, state } = trace
  return html`<div class="card"><h2>${toBadge(state)}</h2><p>${withLinks(toAnswer(trace, nowMs))}</p>
  <p class="soft">Event <a href="/events/${id}"><code>${id}</code></a></p></div>`
}
