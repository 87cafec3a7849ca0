/** Events of earlier pages. The core looks for them once, and the rest sends them. */
import { readPermission } from './consent.js'
import { hasCopies } from './copies.js'
import { type Event, isExpired, toAgeMs } from './event.js'
import { loadStored } from './keep.js'
import { importRest } from './rest.js'
import { within } from './safely.js'
import { NO_KEEPALIVE, post, TIMEOUT_MS } from './send.js'
import { readEvents, type Snippet } from './snippet.js'
import { DENIED_KEY, EVENT_KEY, KEPT_KEY, readKeys, readStored } from './storage.js'

/**
 * The age at which this page sends another page's event. Until then, the request of the event's own page may still be
 * under way.
 */
const LEASE_MS = 3_000

/** The time for which this page still leaves an event to the page that stored it. */
export const toLeaseMs = ({ loadedAt, at }: Event): number =>
  loadedAt === undefined ? 0 : LEASE_MS - Math.max(toAgeMs(at), toAgeMs(loadedAt)) // its clock may have been ahead

/** Looks for stored events. Most visitors have none, so this look is all that their page does. */
export async function lookForStored(snippet: Snippet): Promise<void> {
  const { outbox } = snippet
  // Without an endpoint, fetch would post stored events to the page's own address.
  if (readPermission(outbox) !== 'granted' || !outbox.settings.endpoint) return
  const isEarlier = (key: string) => !outbox.events.has(key.slice(EVENT_KEY.length))
  const hasEarlier = readKeys(EVENT_KEY, KEPT_KEY, DENIED_KEY).some(isEarlier)
  // The database may be of this page's own event.
  if (!hasEarlier && (outbox.events.size > 0 || !(await hasCopies()))) return
  const { rest } = snippet
  if (rest) return rest.drain(snippet)
  if (snippet.hasStored) return // the first look waits for the rest
  snippet.hasStored = true
  if (!(await within(TIMEOUT_MS, importRest(snippet), undefined))) sendStored(snippet)
}

/**
 * Sends each stored event once, until the rest can be loaded. Keepalive is left to this page's own order, because the
 * shopper may leave at once.
 */
function sendStored(snippet: Snippet): void {
  const { outbox } = snippet
  loadStored(outbox)
  for (const event of readEvents(outbox).filter(({ loadedAt }) => loadedAt))
    setTimeout(() => {
      const isStored = readStored(EVENT_KEY + event.id)
      if (isStored && !snippet.rest && !isExpired(event)) void post(snippet, event, NO_KEEPALIVE)
    }, toLeaseMs(event))
}
