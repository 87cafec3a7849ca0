/** What a call on the page comes to, and how the page learns of it. */
import type { Problem } from './problem.js'

/** What `convert()` and `addToList()` resolve to. */
export interface Outcome {
  id: string
  kind: string
  list?: string | undefined
  /**
   * `accepted`: the proxy has it, durably. `queued`: this browser keeps and tries it. `duplicate`: this browser has
   * already had this order accepted. `held`: waits for consent. `blocked`: consent is denied. `rejected`: never sent.
   * Later, and as a DOM event only, `dropped`: it was queued, and will not be sent again.
   */
  status: 'accepted' | 'queued' | 'duplicate' | 'held' | 'blocked' | 'rejected' | 'dropped'
  /** Why it is not accepted. */
  reason?: string | undefined
  /** What was wrong with the input; also of an accepted event, which then went without these fields. */
  problems: Problem[]
}

export type Callback = (outcome: Outcome) => void

/** What became of an event; the last are names of fields that were refused. */
export type Result = [status: Outcome['status'], reason?: string, fields?: unknown]

/** Tells the page by a DOM event `ringup` on `document`. No personal data: any script of the page may listen. */
export function announce(
  { id, kind, list }: { id: string; kind: string; list?: string | undefined },
  status: Outcome['status'],
  reason?: string,
  problems: Problem[] = [],
): Outcome {
  const detail = { id, kind, list, status, problems, reason }
  document.dispatchEvent(new CustomEvent('ringup', { detail }))
  return detail
}
