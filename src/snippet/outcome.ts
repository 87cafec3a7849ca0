/** What a call on the page comes to, and how the page learns of it. */
import type { Event } from '../contract/event.js'
import type { Problem } from './problem.js'
import { safely } from './safely.js'

/** The README's table is made of these docstrings. */
export type Status =
  /** The proxy has it, durably */
  | 'accepted'
  /**
   * This browser keeps and tries it
   * @reason `network`, `timeout`, `http_503` and the like, or the proxy's own code
   */
  | 'queued'
  /**
   * This browser has already had this order accepted
   * @reason `order_number`
   */
  | 'duplicate'
  /**
   * Waits for consent, or for a page that was rendered ahead to be shown
   * @reason `required`, `prerendering`
   */
  | 'held'
  /**
   * Consent is denied
   * @reason `denied`
   */
  | 'blocked'
  /**
   * Not sent, or refused
   * @reason `no_email`, `no_endpoint`, `no_order`, `no_order_number`, `no_list`, `no_page`, `too_large`, `outbox_full`, `unreadable`, or the proxy's own code
   */
  | 'rejected'
  /**
   * Later, and as a DOM event only: it was queued or held, and is not sent again
   * @reason `expired`, `outbox_full`, `denied`, or the proxy's own code
   */
  | 'dropped'

/** What became of an event. */
export interface EventStatus {
  status: Status
  /** Why it is not accepted. */
  reason?: string
  /** Names of the fields that were refused for this reason. */
  fields?: string[] | undefined
}

/** What `convert()` and `addToList()` resolve to. */
export interface Outcome {
  id: string
  kind: Event['kind']
  list?: string | undefined
  status: Status
  /** Why it is not accepted. */
  reason?: string | undefined
  /** What was wrong with the input; also of an accepted event, which then went without these fields. */
  problems: Problem[]
}

export type Callback = (outcome: Outcome) => void

/**
 * Tells the page by a DOM event `ringup` on `document`. No personal data: any script of the page may listen.
 * In a task's end and not at once, so that a listener that calls back in here never finds itself half way.
 */
export function announce(
  { id, kind, list }: Pick<Outcome, 'id' | 'kind' | 'list'>,
  { status, reason }: EventStatus,
  problems: Problem[] = [],
): Outcome {
  const detail: Outcome = { id, kind, list, status, reason, problems }
  queueMicrotask(() => safely(() => document.dispatchEvent(new CustomEvent('ringup', { detail }))))
  return detail
}
