/** Events of earlier pages. The core looks for them once, and the rest sends them. */
import { MAX_QUEUED_MS } from '../../contract/limits.js'
import { readPermission } from './consent.js'
import { hasCopies } from './copies.js'
import { type Event, toAgeMs } from './event.js'
import { loadStored } from './keep.js'
import { importRest } from './rest.js'
import { post } from './send.js'
import { readEvents, type Snippet } from './snippet.js'
import { DENIED_KEY, EVENT_KEY, KEPT_KEY, readKeys } from './storage.js'

/** An event of another page is sent once it is this old: the request of its own page may still be under way. */
const LEASE_MS = 3_000

export const isExpired = ({ kind, at }: Event): boolean => toAgeMs(at) > MAX_QUEUED_MS[kind]

/** How long this page still leaves an event to the page that has stored it. */
export const toLeaseMs = ({ loadedAt, at }: Event): number =>
  loadedAt === undefined ? 0 : LEASE_MS - Math.max(toAgeMs(at), toAgeMs(loadedAt)) // its clock may have been ahead

/** Most visitors have nothing stored. Then this look is all that the page does. */
export async function lookForStored(snippet: Snippet): Promise<void> {
  if (readPermission(snippet.outbox) !== 'granted') return
  if (readKeys(EVENT_KEY, KEPT_KEY, DENIED_KEY).length === 0 && !(await hasCopies())) return
  const { rest } = snippet
  if (rest) return rest.drain(snippet)
  snippet.hasStored = true
  if (await importRest(snippet)) return
  // Until the rest can be loaded, the core sends each stored event once.
  loadStored(snippet.outbox)
  for (const event of readEvents(snippet.outbox))
    if (event.loadedAt && toLeaseMs(event) <= 0 && !isExpired(event)) void post(snippet, event)
}
