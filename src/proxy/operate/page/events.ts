/** The list of events with its filters. Customers' data is masked. */
import { html } from 'hono/html'
import { toMaskedEmail } from '../../../contract/masked-email.js'
import type { Cursor, Entry, Operator, Reason } from '../../queue/index.js'
import type { Health } from '../health.js'
import { isReason, toNextTry } from '../sentences.js'
import { toMaskedOrder, toOrderNumber } from '../shown.js'
import { toCount, toNumber, toSum } from '../words.js'
import { type Part, toBadge, toButton, toDangerousButton, toTime, type View } from './html.js'

const STATES = {
  all: 'All',
  waiting: 'Waiting',
  dead: 'Dead letters',
  refused: 'Refused reports',
  delivered: 'Delivered',
} as const
type State = keyof typeof STATES

export interface List {
  state: State
  reason: Reason | undefined
  events: Entry[]
  /** The query of the next page's address, if a next page exists. */
  next: string | undefined
}

const PER_PAGE = 50

/** Reads the events of one state, or the latest of all. @param query of the page's address */
export async function readList(operator: Operator, query: Record<string, string>): Promise<List> {
  const state: State = Object.hasOwn(STATES, query.state ?? '') ? (query.state as State) : 'all'
  const reason = isReason(query.reason) ? query.reason : undefined
  if (state === 'all') {
    const events = await operator.latest(PER_PAGE, Number(query.before) || undefined)
    const last = events.length === PER_PAGE ? events.at(-1) : undefined
    return { state, reason: undefined, events, next: last && toQuery({ state, before: last.receivedMs }) }
  }
  const filter = { state, ...(reason && { reason }) }
  const { events, next } = await operator.page(filter, PER_PAGE, toCursor(query.after))
  return { state, reason, events, next: next && toQuery({ ...filter, after: next.join('-') }) }
}

const toQuery = (fields: object) => new URLSearchParams(Object.entries(fields)).toString()

function toCursor(text = ''): Cursor | undefined {
  const [, timeMs, seq] = /^(\d{1,16})-(\d{1,16})$/.exec(text) ?? []
  return timeMs && seq ? [Number(timeMs), Number(seq)] : undefined
}

export function toList({ state, reason, events, next }: List, health: Health, view: View): Part {
  const groups = toGroups(health).filter((group) => group.state === state)
  return html`
${toStates(health, state)}
${groups.length > 0 ? html`<ul class="reasons">${groups.map((group) => toGroup(group, reason, view.isSignedIn))}</ul>` : ''}
${events.length === 0 ? html`<p class="soft">No events.</p>` : toRows(events, view)}
${state === 'delivered' && events.length > 0 ? html`<p class="hint">The proxy deletes number, customer and cart of a delivered event. The search still finds it.</p>` : ''}
${next ? html`<p><a href="/events?${next}">More events</a></p>` : ''}`
}

/** Events of one state and reason, with their sentence. */
interface Group {
  state: State
  reason: Reason | null
  count: number
  sentence: string
}

export function toGroups({ waiting, dead, refused }: Health): Group[] {
  return [
    ...(waiting?.by ?? []).map(({ events, ...group }) => ({ ...group, state: 'waiting' as const, count: events })),
    ...(dead?.by ?? []).map(({ events, ...group }) => ({ ...group, state: 'dead' as const, count: events })),
    ...(refused?.by ?? []).map(({ reports, ...group }) => ({ ...group, state: 'refused' as const, count: reports })),
  ]
}

/** Links to the lists, with the counts of each state. */
export function toStates(health: Health, current?: State): Part {
  const groups = toGroups(health)
  const links = (Object.keys(STATES) as State[]).map((state) => {
    const count = toSum(groups.filter((group) => group.state === state).map((group) => group.count))
    return html`<a href="/events?state=${state}"${toCurrent(state === current)}>${STATES[state]}${count > 0 ? html` <span class="soft">${toNumber(count)}</span>` : ''}</a>`
  })
  return html`<nav class="links" aria-label="State">${links}</nav>`
}

const toCurrent = (isCurrent: boolean) => (isCurrent ? html` aria-current="true"` : '')

/** @param current the reason by which the list is filtered @param canAct the operator may act on all of them */
export function toGroup({ state, reason, count, sentence }: Group, current?: Reason, canAct = false): Part {
  const link = reason
    ? html`<a href="/events?state=${state}&amp;reason=${reason}"${toCurrent(reason === current)}><code>${reason}</code></a>`
    : ''
  const sure = `Delete ${toCount(count, 'dead letter')} for good`
  const acts =
    canAct && state === 'dead' && reason
      ? html`<span class="row">${toButton(`/reasons/${reason}/replay`, 'Replay all')} ${toDangerousButton(`/reasons/${reason}/drop`, 'Drop all …', sure)}</span>`
      : ''
  return html`<li><span>${sentence} ${link}</span>${acts}</li>`
}

/** The cells of each column. A column without content is left out. */
const COLUMNS: Record<string, (event: Entry, nowMs: number) => Part> = {
  State: ({ state }) => toBadge(state),
  Event: (event) => html`<a href="/events/${event.id}">${toName(event)}</a> ${toProblems(event)}`,
  Customer: ({ body }) => (body && 'email' in body ? toMaskedEmail(body.email) : ''),
  Value: (event) => toValue(event),
  'Last answer': ({ status = '', reason }) => (reason ? html`${status} <code>${reason}</code>` : String(status)),
  'Next try': (event, nowMs) => (event.state === 'waiting' ? toNextTry(event, nowMs) : ''),
  'Time (UTC)': (event) => toTime(toAtMs(event)),
}

export function toRows(events: Entry[], { nowMs }: View): Part {
  const columns = Object.entries(COLUMNS)
    .map(([name, toCell]) => ({ name, cells: events.map((event) => toCell(event, nowMs)) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  return html`
<div class="scroll" tabindex="0" role="region" aria-label="Events"><table class="events">
  <thead><tr>${columns.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
  <tbody>${events.map((_event, row) => html`<tr>${columns.map(({ name, cells }) => html`<td data-label="${name}">${cells[row]}</td>`)}</tr>`)}</tbody></table></div>`
}

/** "Order …01", or the beginning of the id of an event whose number is not kept. */
function toName(event: Entry): Part {
  const number = toOrderNumber(event)
  return number === undefined
    ? html`${toKind(event)}, event <code>${event.id.slice(0, 8)}…</code>`
    : `Order ${toMaskedOrder(number)}`
}

export const toKind = ({ kind, list }: Entry) => (kind === 'convert' ? 'Order' : `Sign-up ${list ?? ''}`)

const toProblems = ({ problems = [] }: Entry) =>
  problems.length > 0
    ? html`<span data-tone="warn" title="${problems.map(({ field, code }) => `${field}: ${code}`).join(', ')}">${toCount(problems.length, 'problem')}</span>`
    : ''

/** In the order's own currency, which the API's data does not name. */
function toValue({ kind, cents, body }: Entry): string {
  const { cart_value = cents } = Object(body && 'cart_data' in body ? body.cart_data : undefined)
  if (kind !== 'convert' || typeof cart_value !== 'number') return ''
  return (cart_value / 100).toLocaleString('en', { minimumFractionDigits: 2 })
}

/** When an event arrived or, if it was delivered, when the API accepted it. */
export const toAtMs = ({ state, endMs, receivedMs }: Entry) =>
  state === 'delivered' ? (endMs ?? receivedMs) : receivedMs
