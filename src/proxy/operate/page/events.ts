/** Events in a list, and one alone: masked, unless an operator who has signed in asks for more. */
import { html } from 'hono/html'
import { toMaskedEmail } from '../../../contract/masked-email.js'
import type { Filter, Listed, Page, Trace } from '../../queue/index.js'
import { toMaskedAnswer, toMaskedBody, toMaskedOrder } from '../commands/mask.js'
import { toOrderNumber } from '../commands/shown.js'
import { toAnswer, toWhy } from '../sentences.js'
import { type Html, toButton, toDangerousButton, toTimeMark, type View, withTimes } from './html.js'

const toName = ({ kind, list }: Pick<Listed, 'kind' | 'list'>) =>
  kind === 'convert' ? 'Order' : html`Sign-up for <code>${list ?? 'a list'}</code>`

const toSentence = (event: Listed, nowMs: number) => withTimes(toWhy(event, nowMs, toTimeMark))

/** @param done what has just been done, in a sentence */
export function toList({ events, next }: Page, filter: Filter, view: View, done?: string): Html {
  const of = filter.state === 'dead' ? 'Dead letters' : 'Waiting'
  const query = new URLSearchParams({
    state: filter.state ?? 'waiting',
    ...(filter.reason && { reason: filter.reason }),
  })
  if (next) query.set('after', next.join('-'))
  return html`
<h1>${of}${filter.reason ? html` <code>${filter.reason}</code>` : ''}</h1>
${toDone(done)}
${events.length === 0 ? html`<p class="soft">There are none.</p>` : html`<ol class="events" aria-label="${of}">${events.map((event) => toItem(event, view))}</ol>`}
${next ? html`<p><a href="/events?${query.toString()}">More</a></p>` : ''}`
}

const toDone = (done?: string) => (done ? html`<p class="done" role="status">${done}</p>` : '')

function toItem(event: Listed, view: View) {
  const order = toOrderNumber(event)
  return html`<li class="card">
  <div class="heading"><h2><a href="/events/${event.id}">${toName(event)}${order === undefined ? '' : html` ${toMaskedOrder(order)}`}</a></h2>
  <span class="soft">${event.body ? toMaskedEmail(event.body.email) : 'unreadable'}</span></div>
  <p>${toSentence(event, view.nowMs)}</p>
  ${toActs(event, view)}
</li>`
}

function toActs({ id, state }: Listed, { isSignedIn }: View) {
  if (!isSignedIn) return ''
  const again =
    state === 'dead' ? toButton(`/events/${id}/replay`, 'Replay') : toButton(`/events/${id}/send`, 'Send now')
  return html`<div class="acts">${again} ${toDangerousButton(`/events/${id}/drop`, 'Drop …', 'Delete it for good')}</div>`
}

/** @param reveal with customers' data */
export function toEvent(
  event: Listed,
  view: View,
  { reveal = false, done }: { reveal?: boolean; done?: string | undefined } = {},
): Html {
  const { id, answer, status, attempts, body } = event
  const shown = reveal ? (body ?? null) : toMaskedBody(event)
  return html`
<h1>${toName(event)}</h1>
${toDone(done)}
<section class="card">
  <p>${toSentence(event, view.nowMs)}</p>
  <dl class="facts">
    <div><dt>Event</dt><dd><code>${id}</code></dd></div>
    <div><dt>The API was asked</dt><dd>${attempts === 1 ? 'once' : `${attempts} times`}</dd></div>
    ${status === undefined ? '' : html`<div><dt>It answered</dt><dd>${status}</dd></div>`}
    <div><dt>Taken</dt><dd>${withTimes(toTimeMark(event.receivedMs))}</dd></div>
  </dl>
  ${toActs(event, view)}
</section>
${answer === undefined ? '' : html`<section class="card"><h2>What the API said</h2><pre tabindex="0">${reveal ? answer : toMaskedAnswer(answer)}</pre></section>`}
<section class="card"><h2>What the page said</h2>
  ${shown === null ? html`<p>No key of RINGUP_KEY opens this record, or it is damaged.</p>` : html`<pre tabindex="0">${JSON.stringify(shown, null, 2)}</pre>`}
  ${view.isSignedIn && !reveal ? html`${toButton(`/events/${id}/reveal`, 'Reveal')} <p class="soft">The log tells that it was revealed.</p>` : ''}
</section>`
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
  const sentence = withTimes(toAnswer(trace, nowMs, toTimeMark))
  const id = 'event' in trace ? trace.event.id : trace.id
  return html`<div class="card ${trace.state}"><h2>${WORDS[trace.state]}</h2><p>${sentence}</p>
  ${id === undefined ? '' : html`<p class="soft">Event ${'event' in trace ? html`<a href="/events/${id}"><code>${id}</code></a>` : html`<code>${id}</code>`}</p>`}</div>`
}
