/** The shopper's consent. A denial erases every event of this browser, in all tabs, and its time stays. */
import { eraseCopies } from './copies.js'
import { lookForStored } from './look.js'
import {
  DENIED_KEY,
  deny,
  EVENT_KEY,
  KEPT_KEY,
  loadStored,
  readDeniedAt,
  readKeys,
  removeStored,
  writeStored,
} from './outbox.js'
import { release } from './send.js'
import type { Outbox, Snippet } from './snippet.js'

/** `granted` sends all held events. Any other value erases stored events, in all tabs, permanently. */
export function decide(snippet: Snippet, choice: unknown): void {
  const { outbox } = snippet
  if (choice === 'granted') {
    // An event that follows in this very millisecond is not older than the denial.
    if (outbox.decision === 'denied' && readDeniedAt()) writeStored(DENIED_KEY, String(readDeniedAt() - 1))
    outbox.decision = choice
    outbox.decidedAt = Date.now()
    release(snippet)
    if (snippet.hasLooked) void lookForStored(snippet)
  } else erase(outbox)
}

/** Erases stored events. A later `granted` does not restore them. */
function erase(outbox: Outbox): void {
  loadStored(outbox) // so the end of each stored event is announced
  deny(outbox)
  for (const key of readKeys(EVENT_KEY, KEPT_KEY)) removeStored(key) // also values that could not be read
  writeStored(DENIED_KEY, String(Date.now())) // the storage has room now
  eraseCopies()
}
