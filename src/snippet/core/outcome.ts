/** The outcome of a call, and its announcement to the page. */
import type { Problem } from '../../contract/raw.js'
import type { Content, EventState, EventStatus } from './event.js'
import { ofDocument } from './globals.js'
import { safely } from './safely.js'

/** The value that `convert()` and `addToList()` resolve to. */
export interface Outcome {
  id: string
  kind: Content['kind']
  list?: string | undefined
  status: EventState
  /** The reason why the event is not accepted. */
  reason?: string | undefined
  /**
   * Errors in the input. An accepted event can have them too: it was sent without these fields. Before the proxy
   * answers, only the page's own.
   */
  problems: Problem[]
}

export type Callback = (outcome: Outcome) => void

/**
 * Dispatches a DOM event `ringup` on `document`. It has no personal data, because any script of the page may listen.
 * It is sent in a microtask: a listener that calls `convert()` must not run in the middle of our code.
 */
export function announce(
  { id, kind, list }: Pick<Outcome, 'id' | 'kind' | 'list'>,
  { status, reason, problems = [] }: EventStatus,
): Outcome {
  const detail: Outcome = { id, kind, list, status, reason, problems }
  queueMicrotask(() => safely(() => ofDocument('dispatchEvent')(new CustomEvent('ringup', { detail }))))
  return detail
}
