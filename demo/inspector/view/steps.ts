/** The steps of an event, each from what page, proxy and API said. */
import { toProblemSentence, toReason } from '../../../src/snippet/debug/sentences.js'
import type { ApiRequest } from '../../reference-api/index.js'
import type { Journey } from '../event-log.js'
import type { InQueue } from '../stage.js'
import { get, toContent, toRecord, toText } from './content.js'
import type { Step } from './index.js'
import { count, listOf, shorten, toCount, toJson, toSeconds, toTimes } from './lines.js'

/** @param queued what the proxy's database has of it */
export const toSteps = (journey: Journey, queued: InQueue | undefined): Step[] =>
  (journey.byWebhook ? WEBHOOK_STEPS : PAGE_STEPS).map((toStep) => toStep(journey, queued))

const NOTHING = { lines: [], facts: [], items: [], texts: [] }

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

const PAGE_STEPS = [toPageStep, toFoundStep, toSentStep, toAnswerStep, toApiStep]
const WEBHOOK_STEPS = [toBlockedStep, toWebhookStep, toAnswerStep, toApiStep]

/** What has happened; what comes of it and what to do is said once, beside the event. */
const toWhat = (code: string) => /^.*?\.(?= |$)/.exec(toReason(code)[0])?.[0] ?? code
