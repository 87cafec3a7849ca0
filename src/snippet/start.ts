/** What runs without being called: the event that converts by itself, the marked forms, the drain. */

import { decide } from './consent.js'
import { convertOn } from './convert-on.js'
import { deleteCopies, onCopiesDeleted } from './copies.js'
import { forgetEntry, forgetRemoved } from './entries.js'
import { sendForms } from './forms.js'
import { drain, drainCopies, erase, eraseUnstored, release } from './outbox.js'
import { onOnline, onRestored, onStored, onVisible, whenActivated, whenIdle, whenLoaded } from './page-life.js'
import { DENIED_KEY, EVENT_KEY, readDeniedAt } from './storage.js'

export function start(): void {
  sendForms()
  convertOn()
  whenActivated(() => {
    release()
    whenLoaded(() =>
      whenIdle(() => {
        if (readDeniedAt()) void deleteCopies() // the page that was told is gone
        void drainCopies()
      }),
    )
  })
  onCopiesDeleted(eraseUnstored)
  onVisible(drain)
  onOnline(drain)
  onRestored(() => {
    forgetRemoved()
    void drain()
  })
  // Not at once: a page's first look into its storage takes milliseconds, and to listen to it is one (Chromium 156).
  whenIdle(() => onStored(hearOtherTabs))
}

function hearOtherTabs(key: string, value: string | null): void {
  if (key === DENIED_KEY && value !== null) {
    decide('denied')
    erase()
  }
  if (key.startsWith(EVENT_KEY) && value === null) forgetEntry(key.slice(EVENT_KEY.length))
}
