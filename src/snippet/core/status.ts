/** `ringup.status()`: the events of this page, as values that may be printed. */
import { VERSION } from '../../contract/limits.js'
import { readState } from './consent.js'
import { type Event, toAgeMs } from './event.js'
import { readEvents, type Snippet } from './snippet.js'
import { readStorageKind } from './storage.js'

/** The state of this browser's outbox. */
export interface OutboxStatus {
  version: string
  consent: 'granted' | 'denied' | 'required' | 'not-required'
  storage: 'local' | 'memory'
  waiting: { id: string; kind: Event['kind']; ageMs: number; attempts: number; last: string | undefined }[]
  /** The number of events that wait for consent. */
  held: number
}

export function readStatus({ outbox }: Snippet): OutboxStatus {
  const events = readEvents(outbox)
  return {
    version: VERSION,
    consent: readState(outbox),
    storage: readStorageKind(outbox.settings),
    waiting: events.map(({ id, kind, at, attempts, last }) => ({ id, kind, ageMs: toAgeMs(at), attempts, last })),
    held: events.filter(({ state }) => state === 'held').length,
  }
}
