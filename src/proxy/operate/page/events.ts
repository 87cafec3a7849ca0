/** A table of events with its filters. Customers' data is masked. */
import { html } from 'hono/html'
import { toMaskedEmail } from '../../../contract/masked-email.js'
import type { Counts, Entry, Reason } from '../../queue/index.js'
import { toSum } from '../hours.js'
import { REASONS, toNextTry } from '../sentences.js'
import { toMaskedOrder, toOrderNumber } from '../shown.js'
import { toCount, toNumber } from '../words.js'
import {
  type Part,
  toBadge,
  toButton,
  toDangerousButton,
  toReasonLink,
  toRow,
  toTime,
  type View,
  withLinks,
} from './html.js'

/** The states by which the table can be filtered. */
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
  events: Entry[]
  /** The query of the next page's address, if a next page exists. */
  next: string | undefined
  counts: Counts | undefined
}

export function toTable(table: Table, view: View): Part {
  const { shown, events, next, counts } = table
  const states = (Object.keys(STATES) as Shown[]).map((state) => {
    const count = toSum(toGroups(counts, state).map(([, each]) => each))
    return html`<a href="/events?state=${state}"${state === shown ? html` aria-current="page"` : ''}>${STATES[state]}${count > 0 ? html` <span class="soft">${toNumber(count)}</span>` : ''}</a>`
  })
  return html`
<nav class="links" aria-label="State">${states}</nav>
${toReasons(table, view)}
${events.length === 0 ? html`<p class="soft">No events.</p>` : toRows(events, view)}
${shown === 'delivered' && events.length > 0 ? html`<p class="hint">The proxy deletes number, customer and cart of a delivered event. The search still finds it.</p>` : ''}
${next ? html`<p><a href="/events?${next}">More events</a></p>` : ''}`
}

type Counted = 'waitingBy' | 'deadBy' | 'refusedBy'
const COUNTED: Partial<Record<Shown, Counted>> = { waiting: 'waitingBy', dead: 'deadBy', refused: 'refusedBy' }

/** The reasons of events in this state, kinds together, with their counts. */
function toGroups(counts: Counts | undefined, shown: Shown): [reason: Reason | undefined, count: number][] {
  const sums = new Map<Reason | undefined, number>()
  const name = COUNTED[shown]
  for (const { reason, count } of (name && counts?.[name]) ?? []) sums.set(reason, (sums.get(reason) ?? 0) + count)
  return [...sums]
}

function toReasons({ shown, reason, counts }: Table, { isSignedIn }: View) {
  const untried = 'Not tried yet.'
  const rows = toGroups(counts, shown).map(([name, count]) => {
    const about = name ? html`${REASONS[name]} ${toReasonLink(shown, name, reason)}` : untried
    return toRow(toCount(count, 'event'), about, name && shown === 'dead' && isSignedIn ? toActs(name, count) : '')
  })
  return rows.length === 0 ? '' : html`<ul class="reasons">${rows}</ul>`
}

function toActs(reason: Reason, count: number) {
  const sure = `Delete ${toCount(count, 'dead letter')} for good`
  return html`<span class="row">${toButton(`/reasons/${reason}/replay`, 'Replay all')} ${toDangerousButton(`/reasons/${reason}/drop`, 'Drop all …', sure)}</span>`
}

/** The cells of each column. A column without content is left out. */
const COLUMNS: Record<string, (event: Entry, nowMs: number) => Part> = {
  State: ({ state }) => toBadge(state),
  Event: (event) => html`<a href="/events/${event.id}">${toName(event)}</a> ${toUnread(event)}`,
  Customer: ({ body }) => (body && 'email' in body ? toMaskedEmail(body.email) : ''),
  Value: (event) => toValue(event),
  'Last answer': ({ status = '', reason }) => (reason ? html`${status} <code>${reason}</code>` : String(status)),
  'Next try': (event, nowMs) => (event.state === 'waiting' ? toNext(event, nowMs) : ''),
  'Time (UTC)': (event) => toTime(toAtMs(event)),
}

export function toRows(events: Entry[], { nowMs }: View) {
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
    ? html`${toKind(event)} <code>${event.id.slice(0, 8)}</code>`
    : `Order ${toMaskedOrder(number)}`
}

export const toKind = ({ kind, list }: Entry) => (kind === 'convert' ? 'Order' : `Sign-up ${list ?? ''}`)

const toUnread = ({ problems = [] }: Entry) =>
  problems.length > 0
    ? html`<span data-tone="warn" title="${problems.map(({ field, code }) => `${field}: ${code}`).join(', ')}">${problems.length} unread</span>`
    : ''

/** In the order's own currency, which the API's data does not name. */
function toValue({ kind, cents, body }: Entry): string {
  const { cart_value = cents } = Object(body && 'cart_data' in body ? body.cart_data : undefined)
  if (kind !== 'convert' || typeof cart_value !== 'number') return ''
  return (cart_value / 100).toLocaleString('en', { minimumFractionDigits: 2 })
}

export const toNext = (event: Entry, nowMs: number): Part => html`${withLinks(toNextTry(event, nowMs))}`

/** When an event arrived or, if it was delivered, when the API took it. */
export const toAtMs = ({ state, endMs, receivedMs }: Entry) =>
  state === 'delivered' ? (endMs ?? receivedMs) : receivedMs
