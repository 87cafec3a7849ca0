/** `ringup.status()`: the events of this page, as values that may be printed. */
import { VERSION } from '../../contract/limits.js'
import { toAgeMs } from '../core/event.js'
import { safely } from '../core/safely.js'
import { readEvents, type Snippet, type Status } from '../core/snippet.js'

export function readStatus({ outbox }: Snippet): Status {
  const { decision, settings } = outbox
  const events = readEvents(outbox)
  return {
    version: VERSION,
    consent: decision ?? (settings.consent === 'not-required' ? 'not-required' : 'required'),
    storage: safely(() => localStorage) ? 'local' : 'memory',
    waiting: events.map(({ id, kind, at, attempts, last }) => ({ id, kind, ageMs: toAgeMs(at), attempts, last })),
    held: events.filter(({ state }) => state === 'held').length,
  }
}
