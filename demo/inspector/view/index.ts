/** An event in words: what the inspector's page shows of it, and what the demo's check prints. Pure. */
import { REASONS as PROXY_REASONS } from '../../../src/proxy/operate/sentences.js'
import { toReason } from '../../../src/snippet/debug/sentences.js'
import type { Journey } from '../event-log.js'
import { type InQueue, type Stage, toOrderNumber, toStage } from '../stage.js'
import { toSteps } from './steps.js'

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
  stage: Stage
  /** How far it has come, in words. */
  progress: string
  /** Why it waits or has ended, and what to do: the sentences of the panel, or of the operator's commands. */
  why: string
  /** What the page said, what was found, sent, answered, and what the API has. */
  steps: Step[]
}

const PROGRESS: Record<Stage, string> = {
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

/** @param queue what the proxy's database has; see `toStage` */
export function toView(journey: Journey, queue: InQueue[] = []): View {
  const stage = toStage(journey, queue)
  const queued = queue.find(({ id }) => id === journey.id)
  return {
    title: toTitle(journey),
    at: journey.at,
    stage,
    progress: PROGRESS[stage],
    why: toWhy(journey, queued),
    steps: toSteps(journey, queued),
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
