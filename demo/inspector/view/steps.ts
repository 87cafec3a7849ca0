/** The steps of an event, each from what page, proxy and API said. */
import type { Problem } from '../../../src/contract/said.js'
import { toProblemSentence, toReason } from '../../../src/examine/sentences.js'
import { unwrapOrder } from '../../../src/normalise/sources/found.js'
import type { ApiRequest } from '../../reference-api/index.js'
import type { Journey } from '../event-log.js'
import { readEvent } from '../read-event.js'
import type { InQueue, Stage } from '../stage.js'
import { type Content, get, toContent, toRecord, toShownText } from './content.js'
import { count, listOf, shorten, toCount, toJson, toSeconds, toTimes } from './lines.js'

export interface Step extends Content {
  title: string
  /** Skipped: there was nothing to do. */
  state: 'done' | 'waiting' | 'failed' | 'skipped'
  /** One line for each time it happened; the same again and again is one line with its count. */
  lines: string[]
  /** Texts to look into: a source's own, or JSON. */
  texts: { name: string; text: string }[]
}

/** @param queued what the proxy's database has of it */
export const toSteps = (journey: Journey, stage: Stage, queued: InQueue | undefined): Step[] =>
  (journey.byWebhook ? WEBHOOK_STEPS : PAGE_STEPS).map((toStep) => toStep(journey, stage, queued))

/** What could not be read of it, as page and proxy have named it; each once. */
export function toProblems({ outcomes, calls }: Journey): Problem[] {
  const answered = calls.flatMap(({ answer }) => get(answer?.body, 'problems') ?? []) as Problem[] // our own proxy's
  const all = [...outcomes.flatMap((outcome) => outcome.problems), ...answered]
  return [...new Map(all.map((problem) => [`${problem.field} ${problem.code}`, problem])).values()]
}

const NOTHING = { lines: [], facts: [], items: [], texts: [] }

function toPageStep({ pageEvent }: Journey): Step {
  return {
    ...NOTHING,
    title: 'The page said',
    state: pageEvent ? 'done' : 'waiting',
    lines: pageEvent
      ? [`${listOf(pageEvent.sources.map(({ name }) => name))}, on ${pageEvent.page}`]
      : ['The page has reported nothing'],
    texts: pageEvent?.sources ?? [],
  }
}

function toFoundStep(journey: Journey): Step {
  const { pageEvent } = journey
  const problems = toProblems(journey).map((problem) => toProblemSentence(problem))
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
  if (!pageEvent) return 'The page has reported nothing'
  if (pageEvent.inFrame) return 'Not visible: the pixel reads the checkout event in a frame that no page can look into'
  if (pageEvent.found) return toFoundWords(pageEvent.found)
  return kind === 'convert' ? 'Nothing: the call says it all' : 'The fields of the form'
}

function toFoundWords(found: unknown): string {
  const { items } = unwrapOrder(toRecord(found))
  return items ? `An order with ${toCount(items.length, 'item')}` : 'An order'
}

function toSentStep(journey: Journey, stage: Stage): Step {
  const { kind, calls, outbox } = journey
  if (isUnsent(journey, stage)) return toSkipped('The page sent', 'Nothing: this page has already reported the order')
  const [first] = calls
  const times = calls.map(({ at }, index) =>
    index === 0 ? 'Sent' : `Sent again ${toSeconds(at - (first?.at ?? at))} later`,
  )
  const tries = outbox && outbox.attempts > calls.length ? [`Tried ${outbox.attempts} times; the line was cut`] : []
  return {
    title: 'The page sent',
    state: first ? 'done' : 'waiting',
    lines: [
      ...shorten(times),
      ...tries,
      ...(calls.slice(0, -1).some(isAccepted) ? [SENT_AGAIN] : []),
      ...(first || tries[0] ? [] : ['Nothing yet']),
    ],
    texts: first ? [{ name: 'request', text: toJson(first.envelope) }] : [],
    ...toContent(kind, readEvent(first?.envelope)),
  }
}

/** The browser has recognised the order by itself, so that nobody was asked. */
const isUnsent = ({ calls }: Journey, stage: Stage) => stage === 'duplicate' && calls.length === 0

const toSkipped = (title: string, line: string): Step => ({ ...NOTHING, title, state: 'skipped', lines: [line] })

const isAccepted = ({ answer }: Journey['calls'][number]) => answer?.status === 202

const SENT_AGAIN =
  'No page had received the answer, as when a form leads to the next page, so it was sent again under the same id. The proxy keeps it once'

/** Says what became of an order that no page has reported. */
const toBlockedStep = (): Step => ({
  ...NOTHING,
  title: 'The page said',
  state: 'failed',
  lines: ['Nothing: Ringup’s script was blocked'],
})

const toWebhookStep = ({ calls }: Journey): Step => ({
  ...NOTHING,
  title: 'The server sent',
  state: 'done',
  lines: ['The shop’s order, by WooCommerce’s webhook, signed'],
  texts: calls.map(({ envelope }) => ({ name: 'webhook', text: toJson(envelope) })),
})

function toAnswerStep(journey: Journey, stage: Stage): Step {
  const { pageEvent, calls, outcomes } = journey
  if (isUnsent(journey, stage)) return toSkipped('The proxy answered', 'Nothing: nothing was sent to it')
  const answers = calls.flatMap(({ at, answer }) => (answer ? [{ ...answer, waitMs: answer.at - at }] : []))
  const accepted = calls.some(isAccepted)
  const lines = count(answers.map(({ status, body }) => toAnswerWords(status, body)))
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

/** The words for any other answer have its status in them. */
function toAnswerWords(status: number, body: unknown): string {
  if (status !== 202) return toWhat(toShownText(get(body, 'code')) || `http_${status}`)
  const ignored = get(body, 'ignored')
  return Array.isArray(ignored) ? `202 accepted, without ${ignored.join(', ')}` : '202 accepted'
}

function toApiStep({ kind, requests, asked }: Journey, stage: Stage, queued: InQueue | undefined): Step {
  if (stage === 'duplicate') return toSkipped('The API has', 'Nothing more: the first report counts')
  const taken = requests.filter(({ status }) => status >= 200 && status < 300).at(-1)
  const lines = count(requests.map(toRequestLine))
  if (asked > requests.length) lines.push('Asked, no answer yet')
  if (queued) lines.push(`The proxy keeps it, and has asked ${toTimes(queued.attempts)}`)
  return {
    title: 'The API has',
    state: taken ? 'done' : requests.length > 0 ? 'failed' : 'waiting',
    lines: lines.length > 0 ? lines : ['Not asked yet'],
    texts: requests
      .slice(-1)
      .map(({ path, status, response }) => ({ name: 'answer', text: toJson({ path, status, response }) })),
    ...(taken ? toContent(kind, get(taken.response, 'session') ?? taken.response) : { facts: [], items: [] }),
  }
}

function toRequestLine({ status, response, cut }: ApiRequest & { cut?: true }): string {
  if (cut) return `${status}, but only half of the answer arrived`
  const session = get(response, 'session')
  if (session) return `${status} session ${toShownText(get(session, 'id'))} ${toShownText(get(session, 'status'))}`
  if (status === 201) return '201 added to the list'
  if (status === 200) return '200 contact on the list updated'
  return `${status} ${toShownText(get(response, 'error') ?? get(response, 'detail') ?? response)}`
}

const PAGE_STEPS = [toPageStep, toFoundStep, toSentStep, toAnswerStep, toApiStep]
const WEBHOOK_STEPS = [toBlockedStep, toWebhookStep, toAnswerStep, toApiStep]

/** What has happened; what comes of it and what to do is said once, beside the event. */
const toWhat = (code: string) => /^.*?\.(?= |$)/.exec(toReason(code)[0])?.[0] ?? code
