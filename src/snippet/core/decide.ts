/** `ringup.consent()`: the shopper's decision. */
import { lookForStored } from './drain.js'
import { erase } from './keep.js'
import { release } from './send.js'
import type { Snippet } from './snippet.js'

/** `granted` sends all held events. Any other value erases stored events, in all tabs, permanently. */
export function decide(snippet: Snippet, choice: unknown): void {
  if (choice === 'granted') {
    snippet.outbox.decision = choice
    snippet.outbox.decidedAt = Date.now()
    release(snippet)
    void lookForStored(snippet)
  } else erase(snippet.outbox)
}
