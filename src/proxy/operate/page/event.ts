/** One event: its state and reason, the action, its timeline, its wrong fields, and its data, which is masked unless revealed. */
import { html } from 'hono/html'
import { toProblemText } from '../../../normalise/problem-texts.js'
import type { Entry, Reason, Step } from '../../queue/index.js'
import { isReport, REASONS, toNextTry, toTodo, toWhy } from '../sentences.js'
import { toMaskedBody, toMaskedOrder, toNamedFields, toOrderNumber } from '../shown.js'
import { toKind } from './events.js'
import { type Part, toBadge, toButton, toDangerousButton, toDoneMark, toTime, type View } from './html.js'

export interface Whole {
  event: Entry
  steps: Step[]
  /** Customers' data is shown. */
  reveal?: boolean
  /** The order's number, if the operator has searched for it. */
  number?: string | undefined
  done?: string | undefined
}

export function toEvent(whole: Whole, view: View) {
  const { event, done } = whole
  return html`
<div class="heading"><h1>${toHeading(whole)} ${toBadge(event.state)}</h1><p class="soft"><code>${event.id}</code></p></div>
${toDoneMark(done)}
<section class="card">
  ${toCause(whole, view)}
  ${toActs(event, view)}
  <h2>Timeline <span class="soft">(UTC)</span></h2>
  ${toTimeline(whole, view)}
</section>
${toWrong(whole)}
${toBody(whole, view)}`
}

function toHeading({ event, number, reveal }: Whole) {
  const known = toOrderNumber(event)
  const shown = number ?? (known && (reveal ? known : toMaskedOrder(known))) ?? ''
  return `${toKind(event)} ${shown}`
}

function toCause({ event }: Whole, { nowMs }: View) {
  const { state, reason } = event
  if (state === 'delivered') return html`<p>The API has accepted it. The proxy has deleted its data.</p>`
  const why = toWhy({ ...event, problems: [] }, nowMs) // problems have a card of their own
  const todo = reason ? toTodo(reason) : 'No action. The proxy sends it by itself.'
  return html`<p>${why}</p><p><strong>What to do:</strong> ${todo}</p>`
}

function toActs({ id, state }: Entry, { isSignedIn, isReadOnly }: View) {
  if (state === 'delivered' || isReadOnly) return ''
  if (!isSignedIn) return html`<p class="soft"><a href="/sign-in">Sign in</a> to change it or to see its data.</p>`
  const again = {
    waiting: toButton(`/events/${id}/send`, 'Send now'),
    dead: toButton(`/events/${id}/replay`, 'Replay'),
    refused: '',
  }
  return html`<div class="row">${again[state]} ${toDangerousButton(`/events/${id}/drop`, 'Drop …', 'Delete it for good')}</div>`
}

/** Steps that the proxy decides without asking the API. */
const OWN: Step['what'][] = ['accepted', 'overtaken', 'expired', 'unreadable']

/** The way of the event from the shop through the proxy to the API. */
function toTimeline({ event, steps }: Whole, { nowMs }: View) {
  let tries = 0
  const lines = steps.map(({ atMs, what, status }, index) => {
    const isOwn = OWN.includes(what) || isReport(what)
    if (!isOwn) tries += 1
    const name = `${isOwn ? '' : `try ${tries}: `}${what}${status === undefined ? '' : ` (${status})`}`
    const isNew = steps[index - 1]?.what !== what // a meaning is written once
    const means = isNew && Object.hasOwn(REASONS, what) ? REASONS[what as Reason] : ''
    const isEnd = index === steps.length - 1 && event.state !== 'waiting'
    return toLine(isOwn ? 'Proxy' : 'API', name, means, toTime(atMs), isEnd ? event.state : undefined)
  })
  const { nextMs = nowMs } = event
  if (event.state === 'waiting') lines.push(toLine('API', 'next try', toNextTry(event, nowMs), toTime(nextMs)))
  const begin = event.kind === 'convert' ? 'order placed' : 'signed up'
  return html`<ol class="timeline">${toLine('Shop', begin, '', toTime(event.occurredMs))}${lines}</ol>`
}

const toLine = (place: string, name: string, means: Part, time: Part = '', end = '') =>
  html`<li${end ? html` data-end="${end}"` : ''}><span class="soft">${place}</span> <span><strong>${name}</strong> ${means}</span> <span class="soft">${time}</span></li>`

/** The fields that the proxy could not read, and the fields that the API refused. */
function toWrong({ event: { problems = [], answer }, reveal }: Whole) {
  if (problems.length === 0 && answer === undefined) return ''
  const unread = problems.map(({ field, code }) => {
    const { sentence = code, todo = '' } = toProblemText(code) ?? {}
    return toField(field, sentence, todo)
  })
  const refused = toNamedFields(answer ?? '').map((field) => toField(field, 'The API’s answer names it.'))
  const rows = [...unread, ...refused]
  return html`<section class="card" aria-labelledby="wrong"><h2 id="wrong">What was wrong</h2>
${rows.length > 0 ? html`<ul class="reasons">${rows}</ul>` : html`<p>The API’s answer names no field that Ringup knows.</p>`}
${answer !== undefined && reveal ? html`<p>The API answered:</p><pre tabindex="0">${answer}</pre>` : ''}
</section>`
}

const toField = (field: string, why: string, then = '') =>
  html`<li><span><code>${field}</code> ${why} ${then}</span></li>`

function toBody({ event, reveal }: Whole, { isSignedIn }: View) {
  const body = reveal ? event.body : toMaskedBody(event)
  if (!body && event.answer === undefined) return ''
  const ask = html`<div class="row"><span class="soft">The log notes it.</span>${toButton(`/events/${event.id}/reveal`, 'Reveal')}</div>`
  return html`<section class="card" aria-labelledby="body"><div class="heading"><h2 id="body">What the API gets</h2>
${isSignedIn && !reveal ? ask : ''}</div>
${body ? html`<pre tabindex="0">${JSON.stringify(body, null, 2)}</pre>` : ''}</section>`
}
