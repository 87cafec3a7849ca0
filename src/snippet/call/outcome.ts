/** What a call on the page comes to, and how the page learns of it. */
import type { Problem } from '../../contract/said.js'
import type { Content, EventStatus, Status } from '../keep/event.js'
import { safely } from '../safely.js'

/** What `convert()` and `addToList()` resolve to. */
export interface Outcome {
  id: string
  kind: Content['kind']
  list?: string | undefined
  status: Status
  /** Why it is not accepted. */
  reason?: string | undefined
  /** What was wrong with the input; also of an accepted event, which then went without these fields. As long as the proxy has not answered, what the page knows. */
  problems: Problem[]
}

export type Callback = (outcome: Outcome) => void

/**
 * Tells the page by a DOM event `ringup` on `document`. No personal data: any script of the page may listen.
 * It is told at the end of a task and not at once, so that a listener that calls back in here never finds itself half way.
 */
export function announce(
  { id, kind, list }: Pick<Outcome, 'id' | 'kind' | 'list'>,
  { status, reason, problems = [] }: EventStatus,
): Outcome {
  const detail: Outcome = { id, kind, list, status, reason, problems }
  queueMicrotask(() => safely(() => document.dispatchEvent(new CustomEvent('ringup', { detail }))))
  return detail
}
