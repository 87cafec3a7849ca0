/** The shopper's consent. A denial erases every event of this browser, in all tabs, and its time stays. */
import { eraseCopies } from './copies.js'
import { lookForStored } from './look.js'
import { DENIED_KEY, deny, EVENT_KEY, KEPT_KEY, loadStored, readKeys, removeStored, writeStored } from './outbox.js'
import { release } from './send.js'
import type { Snippet } from './snippet.js'

/** `granted` sends all held events. Any other value erases stored events, in all tabs, permanently. A later `granted` does not restore them. */
export function decide(snippet: Snippet, choice: unknown): void {
  const { outbox } = snippet
  const decidedAt = Date.now()
  if (choice === 'granted') {
    Object.assign(outbox, { decision: choice, decidedAt })
    release(snippet)
    if (snippet.hasLooked) void lookForStored(snippet)
  } else {
    loadStored(outbox) // so the end of each stored event is announced
    for (const key of readKeys(EVENT_KEY, KEPT_KEY)) removeStored(key) // also values that could not be read
    writeStored(DENIED_KEY, String(decidedAt)) // the storage has room now
    eraseCopies()
    deny(outbox, decidedAt)
  }
}
