/** An event in words: what the inspector's page shows of it, and what the demo's check prints. Pure. */

import { toReason } from '../../../src/examine/sentences.js'
import { REASONS as PROXY_REASONS } from '../../../src/proxy/operate/sentences.js'
import type { Journey } from '../event-log.js'
import { findTaken, type InQueue, type Stage, toOrderNumber, toStage } from '../stage.js'
import { get } from './content.js'
import { toCount } from './lines.js'
import { type Step, toProblems, toSteps } from './steps.js'

export interface View {
  title: string
  /** Milliseconds since 1970 when it was first heard of. */
  at: number
  stage: Stage
  tone: Tone
  /** When the API took it, in the same milliseconds. */
  takenAt?: number
  /** How far it has come, in words. */
  progress: string
  /** Why it waits or has ended, and what to do: the sentences of the panel, or of the operator's commands. */
  why: string
  /** What the page said, what was found, sent, answered, and what the API has. */
  steps: Step[]
}

/** How it looks: fine, still to come or not whole, never to come, and nothing to do. */
type Tone = 'good' | 'warn' | 'bad' | 'soft'

const STAGES: Record<Stage, [progress: string, tone: Tone]> = {
  page: ['In the page', 'warn'],
  outbox: ['Waits in the browser', 'warn'],
  proxy: ['Asking the proxy', 'warn'],
  queue: ['Waits in the proxy', 'warn'],
  asking: ['Asking the API', 'warn'],
  api: ['At the API', 'good'],
  dead: ['Dead letter in the proxy', 'bad'],
  refused: ['Refused', 'bad'],
  duplicate: ['Reported before', 'soft'],
}

/** @param queue what the proxy's database has; see `toStage` */
export function toView(journey: Journey, queue: InQueue[] = []): View {
  const stage = toStage(journey, queue)
  const queued = queue.find(({ id }) => id === journey.id)
  const taken = findTaken(journey)
  const lacking = stage === 'api' ? toLacking(journey) : undefined
  const [progress, tone] = STAGES[stage]
  return {
    title: toTitle(journey),
    at: journey.at,
    stage,
    ...(taken && { takenAt: taken.at }),
    progress: lacking ? `${progress}, ${lacking}` : progress,
    tone: lacking ? 'warn' : tone,
    why: toWhy(journey, stage, queued),
    steps: toSteps(journey, stage, queued),
  }
}

/** What an event that has arrived goes without, in words. */
function toLacking(journey: Journey): string | undefined {
  const cart = get(findTaken(journey)?.request, 'cart_data')
  if (journey.kind === 'convert' && get(cart, 'cart_value') === undefined) return 'without its total'
  const problems = toProblems(journey)
  return problems.length > 0 ? `with ${toCount(problems.length, 'problem')}` : undefined
}

function toTitle(journey: Journey): string {
  if (journey.kind === 'addToList') return `Sign-up for ${journey.list ?? 'a list'}`
  return `Order ${toOrderNumber(journey) ?? 'without a number'}`
}

function toWhy({ outbox, outcomes }: Journey, stage: Stage, queued: InQueue | undefined): string {
  if (queued) return queued.reason ? PROXY_REASONS[queued.reason] : ''
  const code = outbox?.last ?? outcomes.findLast(({ status }) => /^(rejected|duplicate)$/.test(status))?.reason
  if (code) return toReason(code).join(' ')
  return stage === 'duplicate' ? 'The proxy has taken the same from another page, tab or way of reporting.' : ''
}
