/** What a call on the page comes to, and how the page learns of it. */
import type { Problem } from './problem.js'

/** What `convert()` and `addToList()` resolve to. */
export interface Outcome {
  id: string
  /**
   * `accepted`: the proxy has it, durably. `queued`: this browser keeps and tries it. `duplicate`: this browser has
   * already had this order accepted. `held`: waits for consent. `blocked`: consent is denied. `rejected`: never sent.
   */
  status: 'accepted' | 'queued' | 'duplicate' | 'held' | 'blocked' | 'rejected'
  /** Why it is not accepted. */
  reason?: string | undefined
  /** What was wrong with the input; also of an accepted event, which then went without these fields. */
  problems: Problem[]
}

export type Callback = (outcome: Outcome) => void

interface Change {
  id: string
  kind: string
  list?: string
  status: Outcome['status'] | 'dropped'
  reason?: string | undefined
  problems?: Problem[]
}

/** Tells the page by a DOM event `ringup` on `document`. No personal data: any script of the page may listen. */
export function announce({ id, kind, list, status, reason, problems = [] }: Change): void {
  const detail = { id, kind, list, status, reason, problems: problems.map(({ field, code }) => ({ field, code })) }
  document.dispatchEvent(new CustomEvent('ringup', { detail }))
}
