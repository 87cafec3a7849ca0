/** A journey in words: what the inspector's page shows of it, and what the demo's check prints. Pure. */
import type { ApiRequest } from '../api/index.js'
import type { Call, Journey } from './journal.js'

export interface Step {
  title: string
  state: 'done' | 'waiting' | 'failed'
  /** One line for each time it happened. */
  lines: string[]
  /** Name and value, in the order to show them. */
  facts: [string, string][]
  /** The cart's lines. */
  items: string[]
  raw: unknown[]
}

export interface View {
  title: string
  /** Milliseconds since 1970 of the first send. */
  at: number
  /** How far it has come. */
  progress: string
  /** Page, proxy, API. */
  steps: [Step, Step, Step]
}

type Content = Pick<Step, 'facts' | 'items'>

const NOTHING: Content = { facts: [], items: [] }

export function toView(journey: Journey): View {
  const body = get(journey.calls[0]?.envelope, 'body')
  const steps: View['steps'] = [toPageStep(journey, body), toProxyStep(journey), toApiStep(journey)]
  return { title: toTitle(journey, body), at: journey.calls[0]?.at ?? 0, progress: toProgress(steps), steps }
}

function toTitle({ kind, list }: Journey, body: unknown): string {
  if (kind === 'addToList') return `Sign-up for ${list ?? 'a list'}`
  return `Order ${toText(get(body, 'cart_data', 'order_number')) || 'without a number'}`
}

function toProgress([, proxy, api]: View['steps']): string {
  if (api.state === 'done') return 'The API has it'
  if (api.state === 'failed') return 'The API did not take it'
  if (proxy.state === 'done') return 'The proxy has it'
  return proxy.state === 'failed' ? 'The proxy did not take it' : 'Sent by the page'
}

function toPageStep({ kind, calls }: Journey, body: unknown): Step {
  const lines = calls.map((call, index) => (index === 0 ? 'Sent' : `Sent again ${toSeconds(call, calls[0])} later`))
  const raw = calls.map((call) => call.envelope)
  return { title: 'The page sent', state: 'done', lines, raw, ...toContent(kind, body) }
}

function toProxyStep({ calls }: Journey): Step {
  const answers = calls.flatMap((call) => (call.answer ? [{ ...call.answer, waitMs: call.answer.at - call.at }] : []))
  const accepted = answers.some(({ status }) => status === 202)
  return {
    title: 'The proxy answered',
    state: accepted ? 'done' : answers.length > 0 ? 'failed' : 'waiting',
    lines:
      answers.length === 0
        ? ['Nothing yet']
        : answers.map(({ status, body, waitMs }) => `${status} ${toAnswerWords(status, body)}, after ${waitMs} ms`),
    facts: [],
    items: [],
    raw: answers.map(({ status, body }) => ({ status, body })),
  }
}

function toAnswerWords(status: number, body: unknown): string {
  if (status !== 202) return toText(get(body, 'code')) || 'refused'
  const ignored = get(body, 'ignored')
  return Array.isArray(ignored) ? `accepted, without ${ignored.join(', ')}` : 'accepted'
}

function toApiStep({ kind, requests }: Journey): Step {
  const taken = requests.filter(({ status }) => status >= 200 && status < 300).at(-1)
  return {
    title: 'The API has',
    state: taken ? 'done' : requests.length > 0 ? 'failed' : 'waiting',
    lines: requests.length > 0 ? requests.map(toRequestLine) : [NOT_ASKED],
    raw: requests.map(({ path, status, response }) => ({ path, status, response })),
    ...(taken ? toContent(kind, get(taken.response, 'session') ?? taken.response) : NOTHING),
  }
}

function toRequestLine({ status, response }: ApiRequest): string {
  const session = get(response, 'session')
  if (session) return `${status} session ${toText(get(session, 'id'))} ${toText(get(session, 'status'))}`
  if (status === 201) return '201 added to the list'
  if (status === 200) return '200 contact on the list updated'
  return `${status} ${toText(get(response, 'error') ?? get(response, 'detail') ?? response)}`
}

// The proxy keeps to itself which of the two it is, and this only watches.
const NOT_ASKED = 'Not asked under this id: still on its way, or a repeat of something the API has'

/** The same words for what the page sends and for what the API keeps, so that the eye can compare. */
const toContent = (kind: string, value: unknown): Content => (kind === 'convert' ? toCart(value) : toContact(value))

function toCart(value: unknown): Content {
  const cart = get(value, 'cart_data') ?? get(value, 'cart')
  const currency = toText(get(cart, 'currency') ?? get(cart, 'metadata', 'currency'))
  const items = get(value, 'cart_items')
  return {
    facts: withoutEmpty([
      ['E-mail', toText(get(value, 'email'))],
      ['Order', toText(get(cart, 'order_number'))],
      ['Value', toAmount(get(cart, 'cart_value'), currency)],
      ['Items', toText(get(cart, 'cart_item_count'))],
      ['Voucher', toText(get(cart, 'promo'))],
    ]),
    items: Array.isArray(items) ? items.map((item) => toItem(item, currency)) : [],
  }
}

function toItem(item: unknown, currency: string): string {
  const quantity = toText(get(item, 'item_qty') ?? 1)
  const name = toText(get(item, 'name') ?? get(item, 'product_id'))
  return `${quantity} × ${name}, ${toAmount(get(item, 'price'), currency) || 'no price'}`
}

function toContact(value: unknown): Content {
  const { custom_fields = {}, customer = value } = toRecord(value)
  const fields = { ...toRecord(customer), ...toRecord(custom_fields) }
  const { id: _id, email, ...rest } = fields
  const facts = Object.entries(rest).map(([name, field]): [string, string] => [name, toText(field)])
  return { facts: withoutEmpty([['E-mail', toText(email)], ...facts]), items: [] }
}

const withoutEmpty = (facts: [string, string][]) => facts.filter(([, value]) => value !== '')

/** 4373 is "43.73 EUR = 4373 cents"; "" when it is no number. */
function toAmount(cents: unknown, currency: string): string {
  if (typeof cents !== 'number') return ''
  return `${(cents / 100).toFixed(2)}${currency && ` ${currency}`} = ${cents} cents`
}

const toSeconds = (call: Call, first: Call | undefined) => `${((call.at - (first?.at ?? call.at)) / 1000).toFixed(1)} s`

/** What stands at a path of keys; undefined where the path ends early. */
function get(value: unknown, ...path: string[]): unknown {
  return path.reduce((inner, key) => toRecord(inner)[key], value)
}

// An object is a record of unknown values whatever its type says; everything else has no keys worth reading.
const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
