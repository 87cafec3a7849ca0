/** An event in words: its place, the reason, and its steps from the browser to the API. Pure. */

import { toProblemText } from '../../src/normalise/problem-texts.js'
import { REASONS, withStatus } from '../../src/proxy/operate/sentences.js'
import { toCount } from '../../src/proxy/operate/words.js'
import type { Entry as LedgerEntry, Step as Move } from '../../src/proxy/queue/index.js'
import type { Status } from '../../src/snippet/core/snippet.js'
import type { ApiRequest } from '../reference-api/index.js'
import { type Content, get, toContent, toShownText } from './content.js'
import type { Entry } from './state.js'

/** An event that this browser keeps, or the state of its row in the ledger. */
export type Stage = 'browser' | LedgerEntry['state']

export interface View {
  title: string
  kind: string
  /** When it was first seen, in milliseconds since 1970. */
  atMs: number
  stage: Stage
  tone: Tone
  /** Where it is, in words. */
  progress: string
  /** Why it waits or has ended. */
  why: string
  steps: Step[]
}

export interface Step extends Content {
  title: string
  state: 'done' | 'waiting' | 'failed'
  lines: string[]
  /** JSON texts that a reader may open. */
  texts: { name: string; text: string }[]
}

/** Fine, not complete yet, failed, or not relevant. */
type Tone = 'good' | 'warn' | 'bad' | 'soft'

const STAGES: Record<Stage, [progress: string, tone: Tone]> = {
  browser: ['Waits in the browser', 'warn'],
  waiting: ['Waits in the proxy', 'warn'],
  delivered: ['At the API', 'good'],
  dead: ['Dead letter in the proxy', 'bad'],
  refused: ['Refused', 'bad'],
}

/** An event that the script of the shop's page keeps. */
export type Kept = Pick<Status['waiting'][number], 'id' | 'kind' | 'attempts' | 'last'>

const NOTHING = { facts: [], items: [], texts: [], lines: [] }

export function toKeptView({ kind, attempts, last }: Kept, atMs: number): View {
  const [progress, tone] = STAGES.browser
  return {
    title: kind === 'convert' ? 'Order' : 'Sign-up',
    kind,
    atMs,
    stage: 'browser',
    tone,
    progress,
    why: last ? (toProblemText(last)?.sentence ?? `The reason is ${last}.`) : '',
    steps: [{ ...NOTHING, title: 'Browser', state: 'waiting', lines: [`Stored, and tried ${toTimes(attempts)}`] }],
  }
}

export function toView(entry: Entry): View {
  const { kind, list, order, state, receivedMs: atMs } = entry
  const [progress, tone] = STAGES[state]
  const lacking = state === 'delivered' ? toLacking(entry) : undefined
  return {
    title: kind === 'convert' ? `Order ${order ?? 'without a number'}` : `Sign-up for ${list ?? 'a list'}`,
    kind,
    atMs,
    stage: state,
    tone: lacking ? 'warn' : tone,
    progress: lacking ? `${progress}, ${lacking}` : progress,
    why: toWhy(entry),
    steps: [toProxyStep(entry), toApiStep(entry)],
  }
}

/** Names what a delivered event lacks. */
function toLacking({ cents, problems = [] }: Entry): string | undefined {
  if (cents === null) return 'without its total'
  return problems.length > 0 ? `with ${toCount(problems.length, 'problem')}` : undefined
}

function toWhy({ state, reason, status }: Entry): string {
  if (reason) return withStatus(REASONS[reason], status)
  return state === 'waiting' ? 'The proxy has not tried it yet.' : ''
}

function toProxyStep({ state, steps, problems = [], body, request }: Entry): Step {
  const unread = problems.map(({ field, code }) => `${field}: ${toProblemText(code)?.sentence ?? code}`)
  return {
    ...NOTHING,
    title: 'Proxy',
    state: state === 'waiting' ? 'waiting' : state === 'dead' || state === 'refused' ? 'failed' : 'done',
    lines: [...steps.map(toLine), ...unread],
    texts: body && !request ? [{ name: 'body for the API', text: toJson(body) }] : [],
  }
}

/** "09:29:11 The API asked to retry later, or has failed (503)." */
const toLine = ({ atMs, what, status }: Move): string => `${toClock(atMs)} ${withStatus(MOVES[what], status)}`

const MOVES: Record<Move['what'], string> = {
  ...REASONS,
  accepted: 'Stored and acknowledged.',
  delivered: 'Delivered.',
}

export const toClock = (ms: number) =>
  new Date(ms).toLocaleTimeString(undefined, { timeStyle: 'medium', hourCycle: 'h23' })

function toApiStep({ kind, state, request, attempts }: Entry): Step {
  const title = 'API'
  if (!request) {
    const isTried = attempts > 0
    const line = state === 'waiting' ? (isTried ? `Asked ${toTimes(attempts)}` : 'Not asked yet') : 'Not asked'
    return { ...NOTHING, title, state: 'waiting', lines: [line] }
  }
  const { status, path, response } = request
  const isAccepted = status < 300
  return {
    title,
    state: isAccepted ? 'done' : 'failed',
    lines: [
      toAnswer(request),
      ...(isAccepted && state === 'waiting' ? ['The proxy did not get the whole answer'] : []),
    ],
    texts: [
      { name: 'request', text: toJson(request.request) },
      { name: 'answer', text: toJson({ path, status, response }) },
    ],
    ...(isAccepted ? toContent(kind, get(response, 'session') ?? response) : { facts: [], items: [] }),
  }
}

function toAnswer({ status, response }: ApiRequest): string {
  const session = get(response, 'session')
  if (session) return `${status} session ${toShownText(get(session, 'id'))} ${toShownText(get(session, 'status'))}`
  if (status === 201) return '201 added to the list'
  if (status === 200) return '200 updated on the list'
  return `${status} ${toShownText(get(response, 'error') ?? get(response, 'detail') ?? response)}`
}

const toTimes = (times: number) => (times === 1 ? 'once' : `${times} times`)

const toJson = (value: unknown): string => JSON.stringify(value, null, 2) ?? ''
