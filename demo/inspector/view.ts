/** A journey in words: what the inspector's page shows of it, and what the demo's check prints. Pure. */
import { REASONS as PROXY_REASONS } from '../../src/proxy/operate/sentences.js'
import { toProblemSentence, toReason } from '../../src/snippet/debug/sentences.js'
import type { ApiRequest } from '../reference-api/index.js'
import type { Journey } from './event-log.js'
import { type InQueue, type Place, toOrderNumber, toPlace } from './stage.js'

export interface Step {
  title: string
  state: 'done' | 'waiting' | 'failed'
  /** One line for each time it happened; the same again and again is one line with its count. */
  lines: string[]
  /** Name and value, in the order to show them. */
  facts: [string, string][]
  /** The cart's lines. */
  items: string[]
  /** Texts to look into: a source's own, or JSON. */
  texts: { name: string; text: string }[]
}

export interface View {
  title: string
  /** Milliseconds since 1970 when it was first heard of. */
  at: number
  place: Place
  /** How far it has come, in words. */
  progress: string
  /** Why it waits or has ended, and what to do: the sentences of the panel, or of the operator's commands. */
  why: string
  /** What the page said, what was found, sent, answered, and what the API has. */
  steps: Step[]
}

const NOTHING = { lines: [], facts: [], items: [], texts: [] }

const PROGRESS: Record<Place, string> = {
  page: 'In the page',
  outbox: 'Waits in the browser',
  proxy: 'Asking the proxy',
  queue: 'Waits in the proxy',
  asking: 'Asking the API',
  api: 'At the API',
  dead: 'Dead letter in the proxy',
  refused: 'Not taken',
  repeat: 'A repeat, recognised by the proxy',
}

/** @param queue what the proxy's database has; see `toPlace` */
export function toView(journey: Journey, queue: InQueue[] = []): View {
  const place = toPlace(journey, queue)
  const queued = queue.find(({ id }) => id === journey.id)
  return {
    title: toTitle(journey),
    at: journey.at,
    place,
    progress: PROGRESS[place],
    why: toWhy(journey, queued),
    steps: (journey.byWebhook ? WEBHOOK_STEPS : PAGE_STEPS).map((toStep) => toStep(journey, queued)),
  }
}

function toTitle(journey: Journey): string {
  if (journey.kind === 'addToList') return `Sign-up for ${journey.list ?? 'a list'}`
  return `Order ${toOrderNumber(journey) ?? 'without a number'}`
}

function toWhy({ outbox, outcomes }: Journey, queued: InQueue | undefined): string {
  if (queued) return queued.reason ? PROXY_REASONS[queued.reason] : ''
  const code = outbox?.last ?? outcomes.findLast(({ status }) => status === 'rejected')?.reason
  return code ? toReason(code).join(' ') : ''
}

/** What has happened; what comes of it and what to do is said once, beside the event. */
const toWhat = (code: string) => /^.*?\.(?= |$)/.exec(toReason(code)[0])?.[0] ?? code

function toPageStep({ pageEvent }: Journey): Step {
  return {
    ...NOTHING,
    title: 'The page said',
    state: pageEvent ? 'done' : 'waiting',
    lines: pageEvent
      ? [`${listOf(pageEvent.sources.map(({ name }) => name))}, on ${pageEvent.page}`]
      : ['Not heard from the page'],
    texts: pageEvent?.sources ?? [],
  }
}

function toFoundStep(journey: Journey): Step {
  const { pageEvent, outcomes } = journey
  const problems = outcomes.flatMap((outcome) => outcome.problems).map((problem) => toProblemSentence(problem))
  const found = pageEvent?.found
  return {
    ...NOTHING,
    title: 'Ringup found',
    state: problems.length > 0 ? 'failed' : pageEvent ? 'done' : 'waiting',
    lines: problems.length > 0 ? count(problems) : [toFoundLine(journey)],
    texts: found ? [{ name: 'as the page has it', text: toJson(found) }] : [],
  }
}

function toFoundLine({ kind, pageEvent }: Journey): string {
  if (!pageEvent) return 'Not heard from the page'
  if (pageEvent.inFrame)
    return 'Not to be seen: the pixel reads the checkout event in a frame that no page can look into'
  if (pageEvent.found) return toFoundWords(pageEvent.found)
  return kind === 'convert' ? 'Nothing: the call says it all' : 'The fields of the form'
}

function toFoundWords(found: unknown): string {
  const { items } = toRecord(found)
  return Array.isArray(items) ? `An order with ${toCount(items.length, 'item')}` : 'An order'
}

function toSentStep(journey: Journey): Step {
  const { kind, calls, outbox } = journey
  const [first] = calls
  const times = calls.map(({ at }, index) =>
    index === 0 ? 'Sent' : `Sent again ${toSeconds(at - (first?.at ?? at))} later`,
  )
  const tries = outbox && outbox.attempts > calls.length ? [`Tried ${outbox.attempts} times; the line was cut`] : []
  return {
    title: 'The page sent',
    state: first ? 'done' : 'waiting',
    lines: [...shorten(times), ...tries, ...(first || tries[0] ? [] : ['Nothing yet'])],
    texts: first ? [{ name: 'request', text: toJson(first.envelope) }] : [],
    ...toContent(kind, get(first?.envelope, 'body')),
  }
}

/** Of an order that no page has reported. */
const toBlockedStep = (): Step => ({
  ...NOTHING,
  title: 'The page said',
  state: 'failed',
  lines: ['Nothing that Ringup could hear: its script was blocked'],
})

const toWebhookStep = ({ calls }: Journey): Step => ({
  ...NOTHING,
  title: 'The server sent',
  state: 'done',
  lines: ['The shop’s order, by WooCommerce’s webhook, signed'],
  texts: calls.map(({ envelope }) => ({ name: 'webhook', text: toJson(envelope) })),
})

function toAnswerStep({ pageEvent, calls, outcomes }: Journey): Step {
  const answers = calls.flatMap(({ at, answer }) => (answer ? [{ ...answer, waitMs: answer.at - at }] : []))
  const accepted = answers.some(({ status }) => status === 202)
  const lines = count(answers.map(({ status, body }) => `${status} ${toAnswerWords(status, body)}`))
  const last = answers.at(-1)
  const told = outcomes.map(({ status, reason }) => (reason ? `${status}: ${toWhat(reason)}` : status))
  return {
    ...NOTHING,
    title: 'The proxy answered',
    state: accepted ? 'done' : answers.length > 0 ? 'failed' : 'waiting',
    lines: last ? [...lines, `after ${last.waitMs} ms`] : ['Nothing yet'],
    facts: pageEvent?.inFrame
      ? [['The pixel was told', 'in its frame; the page is told nothing']]
      : told.length > 0
        ? [['The page was told', count(told).join('; ')]]
        : [],
    texts: last ? [{ name: 'answer', text: toJson(last.body) }] : [],
  }
}

function toAnswerWords(status: number, body: unknown): string {
  if (status !== 202) return toWhat(toText(get(body, 'code')) || `http_${status}`)
  const ignored = get(body, 'ignored')
  return Array.isArray(ignored) ? `accepted, without ${ignored.join(', ')}` : 'accepted'
}

function toApiStep({ kind, requests, asked }: Journey, queued: InQueue | undefined): Step {
  const taken = requests.filter(({ status }) => status >= 200 && status < 300).at(-1)
  const lines = count(requests.map(toRequestLine))
  if (asked > requests.length) lines.push('Asked, no answer yet')
  if (queued) lines.push(`The proxy keeps it, and has asked ${toTimes(queued.attempts)}`)
  return {
    title: 'The API has',
    state: taken ? 'done' : requests.length > 0 ? 'failed' : 'waiting',
    lines: lines.length > 0 ? lines : [NOT_ASKED],
    texts: requests
      .slice(-1)
      .map(({ path, status, response }) => ({ name: 'answer', text: toJson({ path, status, response }) })),
    ...(taken ? toContent(kind, get(taken.response, 'session') ?? taken.response) : { facts: [], items: [] }),
  }
}

function toRequestLine({ status, response, cut }: ApiRequest & { cut?: true }): string {
  if (cut) return `${status}, but only half of the answer arrived`
  const session = get(response, 'session')
  if (session) return `${status} session ${toText(get(session, 'id'))} ${toText(get(session, 'status'))}`
  if (status === 201) return '201 added to the list'
  if (status === 200) return '200 contact on the list updated'
  return `${status} ${toText(get(response, 'error') ?? get(response, 'detail') ?? response)}`
}

// The proxy keeps to itself which of the two it is, and this only watches.
const NOT_ASKED = 'Not asked under this id: still on its way, or a repeat of something the API has'

const toTimes = (times: number) => (times === 1 ? 'once' : `${times} times`)

export const toCount = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

const listOf = (names: string[]): string => [...new Set(names)].join(', ')

/** Equal lines that follow each other become one. */
function count(lines: string[]): string[] {
  const runs: { line: string; times: number }[] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last?.line === line) last.times += 1
    else runs.push({ line, times: 1 })
  }
  return runs.map(({ line, times }) => (times === 1 ? line : `${line} (${times} times)`))
}

/** The first two and the last. */
const shorten = (lines: string[]): string[] =>
  lines.length <= 4 ? lines : [...lines.slice(0, 2), `… ${lines.length - 3} more`, ...lines.slice(-1)]

const toJson = (value: unknown): string => JSON.stringify(value, null, 2) ?? ''

const toSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const PAGE_STEPS = [toPageStep, toFoundStep, toSentStep, toAnswerStep, toApiStep]
const WEBHOOK_STEPS = [toBlockedStep, toWebhookStep, toAnswerStep, toApiStep]

type Content = Pick<Step, 'facts' | 'items'>

/** The same words for what the page sends and for what the API keeps, so that the eye can compare. */
const toContent = (kind: string, value: unknown): Content => (kind === 'convert' ? toCart(value) : toContact(value))

function toCart(value: unknown): Content {
  const cart = get(value, 'cart_data') ?? get(value, 'cart')
  const currency = readCurrency(cart) || readCurrency(get(cart, 'metadata'))
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

/** Under the name that the page has for it. */
export const readCurrency = (cart: unknown) =>
  toText(get(cart, 'currency') ?? get(cart, 'priceCurrency') ?? get(cart, 'currencyCode'))

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
