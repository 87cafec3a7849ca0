/** Events in a table, the delivered ones too, and one alone with its tries: masked, unless an operator who has signed in asks for more. */
import { html } from 'hono/html'
import { toMaskedEmail } from '../../../contract/masked-email.js'
import type { Counts, Listed, Reason, Recent, Step, Trace } from '../../queue/index.js'
import { toMaskedAnswer, toMaskedBody, toMaskedOrder } from '../commands/mask.js'
import { toOrderNumber } from '../commands/shown.js'
import { REASONS, toAnswer, toWhy } from '../sentences.js'
import {
  type Html,
  toAge,
  toButton,
  toDangerousButton,
  toNumber,
  toTime,
  toTimeMark,
  type View,
  withTimes,
} from './html.js'

/** What the table can be filtered by. */
export const STATES = { all: 'All', waiting: 'Waiting', dead: 'Dead letters', delivered: 'Delivered' } as const
export type Shown = keyof typeof STATES

/** A row: what is known of an event in one line; `event` while it is in the queue. */
export interface Row {
  recent: Recent
  event?: Listed | undefined
}

export interface Table {
  shown: Shown
  reason: Reason | undefined
  rows: Row[]
  /** The rest of the address of the next page, where there is one. */
  next: string | undefined
  counts: Counts | undefined
}

const toName = ({ kind, list }: Pick<Listed, 'kind' | 'list'>) =>
  kind === 'convert' ? 'Order' : `Sign-up ${list ?? ''}`
const BADGES = {
  waiting: 'waiting',
  dead: 'dead letter',
  delivered: 'delivered',
  duplicate: 'duplicate',
  deleted: 'deleted',
}
const toBadge = (state: keyof typeof BADGES) => html`<span class="badge ${state}">${BADGES[state]}</span>`

/** @param done what has just been done, in a sentence */
export function toTable({ shown, reason, rows, next, counts }: Table, view: View, done?: string): Html {
  const many: Partial<Record<Shown, number>> = { waiting: counts?.waiting ?? 0, dead: counts?.dead ?? 0 }
  const tabs = (Object.keys(STATES) as Shown[]).map((state) => {
    const count = many[state] === undefined ? '' : html` <span class="count">${toNumber(many[state])}</span>`
    const here = state === shown ? html` aria-current="page"` : ''
    return html`<a href="/events?state=${state}"${here}>${STATES[state]}${count}</a>`
  })
  return html`
<div class="heading"><h1>Events</h1><nav class="tabs" aria-label="State">${tabs}</nav></div>
${toDoneMark(done)}
<section class="card">
  ${toReasons(shown, reason, counts)}
  ${rows.length === 0 ? html`<p class="soft">There are none.</p>` : toRows(rows, view)}
  ${next ? html`<p><a href="/events?${next}">More</a></p>` : ''}
</section>`
}

export const toDoneMark = (done?: string) => (done ? html`<p class="done" role="status">${done}</p>` : '')

/** The reasons there are, each with its count. */
function toReasons(shown: Shown, reason: Reason | undefined, counts: Counts | undefined) {
  const by: { reason: Reason | undefined; count: number }[] =
    shown === 'waiting' ? (counts?.waitingBy ?? []) : shown === 'dead' ? (counts?.deadBy ?? []) : []
  const sums = new Map<Reason, number>()
  for (const each of by) if (each.reason) sums.set(each.reason, (sums.get(each.reason) ?? 0) + each.count)
  if (sums.size === 0) return ''
  const links = [...sums].map(([name, count]) => {
    const here = name === reason ? html` aria-current="true"` : ''
    return html`<a href="/events?state=${shown}&amp;reason=${name}"${here} title="${REASONS[name]}"><code>${name}</code> <span class="count">${toNumber(count)}</span></a>`
  })
  return html`<nav class="tabs" aria-label="Reason">${links}</nav>`
}

const COLUMNS = ['State', 'Event', 'Last answer', 'Next try', 'Time (UTC)', 'Number', 'Customer']

const toRows = (rows: Row[], view: View) => html`
<div class="scroll" tabindex="0" role="region" aria-label="Events"><table class="events" data-sortable>
  <thead><tr>${COLUMNS.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
  <tbody>${rows.map((row) => toRow(row, view))}</tbody></table></div>`

function toRow({ recent, event }: Row, { nowMs }: View) {
  const { id, state, atMs, status, reason, problems } = recent
  const order = event && toOrderNumber(event)
  const answer = [status, reason && html`<code>${reason}</code>`].filter((part) => part !== undefined)
  return html`<tr><td>${toBadge(state)}</td>
  <td><a href="/events/${id}">${toName(recent)} <code>${id.slice(0, 8)}</code></a>${problems.length > 0 ? html` <span class="warn" title="${problems.join(', ')}">${problems.length} unread</span>` : ''}</td>
  <td>${answer.map((part, index) => html`${index > 0 ? ' ' : ''}${part}`)}</td><td>${event ? toNext(event, nowMs) : ''}</td><td>${toTime(atMs)}</td>
  <td>${order === undefined ? '' : toMaskedOrder(order)}</td><td>${event ? (event.body ? toMaskedEmail(event.body.email) : 'unreadable') : ''}</td></tr>`
}

function toNext({ state, behind, nextMs }: Listed, nowMs: number) {
  if (state === 'dead') return ''
  if (behind !== undefined) return html`behind <a href="/events/${behind}"><code>${behind.slice(0, 8)}</code></a>`
  return nextMs === undefined || nextMs <= nowMs ? 'now' : `in ${toAge(nextMs - nowMs)}`
}

function toActs({ id, state }: Listed, { isSignedIn }: View) {
  if (!isSignedIn) return ''
  const again =
    state === 'dead' ? toButton(`/events/${id}/replay`, 'Replay') : toButton(`/events/${id}/send`, 'Send now')
  return html`<div class="acts">${again} ${toDangerousButton(`/events/${id}/drop`, 'Drop …', 'Delete it for good')}</div>`
}

export interface Whole {
  event: Listed
  steps: Step[]
  /** The event that it waits behind. */
  ahead?: Listed | undefined
  /** With customers' data. */
  reveal?: boolean
  done?: string | undefined
}

export function toEvent({ event, steps, ahead, reveal = false, done }: Whole, view: View): Html {
  const { id, answer, body, problems = [] } = event
  const shown = reveal ? (body ?? null) : toMaskedBody(event)
  const cause = ahead ? withTimes(` That one: ${toWhy(ahead, view.nowMs, toTimeMark)}`) : ''
  return html`
<h1>${toName(event)} ${toBadge(event.state)}</h1>
${toDoneMark(done)}
<section class="card">
  <p>${withTimes(toWhy(event, view.nowMs, toTimeMark))}${cause}</p>
  <p class="soft">Event <code>${id}</code></p>
  ${toActs(event, view)}
</section>
${toTimeline(steps, event.state === 'waiting' ? toNext(event, view.nowMs) : undefined)}
${problems.length > 0 ? html`<section class="card"><h2>What could not be read</h2><ul>${problems.map(({ field, code }) => html`<li><code>${field}</code> ${code}</li>`)}</ul></section>` : ''}
${answer === undefined ? '' : html`<section class="card"><h2>What the API said</h2><pre tabindex="0">${reveal ? answer : toMaskedAnswer(answer)}</pre></section>`}
<section class="card"><h2>What the API gets</h2>
  ${shown === null ? html`<p>No key of RINGUP_KEY opens this record, or it is damaged.</p>` : html`<pre tabindex="0">${JSON.stringify(shown, null, 2)}</pre>`}
  ${view.isSignedIn && !reveal ? html`${toButton(`/events/${id}/reveal`, 'Reveal')} <p class="soft">The log tells that it was revealed.</p>` : ''}
</section>`
}

const ENDS = ['accepted', 'deleted', 'duplicate']

/** @param next when it is tried again, of an event that waits */
export function toTimeline(steps: Step[], next?: Html | string): Html {
  if (steps.length === 0) return html``
  let tries = 0
  const lines = steps.map(({ atMs, what, status }) => {
    if (!ENDS.includes(what)) tries += 1
    const name = ENDS.includes(what) ? what : `try ${tries}: ${what}`
    return html`<li>${toTime(atMs)} <strong>${name}${status === undefined ? '' : ` (${status})`}</strong> ${what in REASONS ? html`<span class="soft">${REASONS[what as Reason]}</span>` : ''}</li>`
  })
  return html`<section class="card"><h2>What happened</h2><ol class="timeline">${lines}${next === undefined ? '' : html`<li class="next">next try: ${next}</li>`}</ol></section>`
}

/** @param missing what there is to say when nothing is known. @returns the answer to "where is order 1001?" */
export function toTraces(traces: Trace[], missing: string[], { nowMs }: View): Html {
  if (traces.length === 0)
    return html`<section class="card found" role="status"><h2>Not known</h2>${missing.map((sentence) => html`<p>${withTimes(sentence)}</p>`)}</section>`
  return html`<section class="found" role="status">${traces.map((trace) => toTrace(trace, nowMs))}</section>`
}

const WORDS: Record<Trace['state'], string> = {
  waiting: 'Waiting',
  dead: 'Not delivered',
  delivered: 'Delivered',
  duplicate: 'A repeat',
  deleted: 'Deleted',
}

function toTrace(trace: Trace, nowMs: number) {
  const id = 'event' in trace ? trace.event.id : trace.id
  return html`<div class="card ${trace.state}"><h2>${WORDS[trace.state]}</h2><p>${withTimes(toAnswer(trace, nowMs, toTimeMark))}</p>
  ${id === undefined ? '' : html`<p class="soft">Event <a href="/events/${id}"><code>${id}</code></a></p>`}</div>`
}
