/** What a call on the page comes to, and how the page learns of it. */
import type { Problem } from './problem.js'

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
   * @reason what was passed to `ringup.consent()`
   */
  | 'blocked'
  /**
   * Not sent, or refused
   * @reason `no_email`, `no_endpoint`, `no_order`, `too_large`, `outbox_full`, `unreadable`, or the proxy's own code
   */
  | 'rejected'
  /**
   * Later, and as a DOM event only: it was queued, and is not sent again
   * @reason `expired`, `outbox_full`, or the proxy's own code
   */
  | 'dropped'

/** What `convert()` and `addToList()` resolve to. */
export interface Outcome {
  id: string
  kind: string
  list?: string | undefined
  status: Status
  /** Why it is not accepted. */
  reason?: string | undefined
  /** What was wrong with the input; also of an accepted event, which then went without these fields. */
  problems: Problem[]
}

export type Callback = (outcome: Outcome) => void

/** What became of an event; the last are names of fields that were refused. */
export type Result = [status: Status, reason?: string, fields?: unknown]

/** Tells the page by a DOM event `ringup` on `document`. No personal data: any script of the page may listen. */
export function announce(
  { id, kind, list }: { id: string; kind: string; list?: string | undefined },
  status: Status,
  reason?: string,
  problems: Problem[] = [],
): Outcome {
  const detail = { id, kind, list, status, problems, reason }
  document.dispatchEvent(new CustomEvent('ringup', { detail }))
  return detail
}
