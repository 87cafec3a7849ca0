/**
 * The drain sends all events that wait. It runs in one tab of the shop at a time. Of events that another page has stored, it takes
 * those that are three seconds old.
 */
import { readPermission } from '../../core/consent.js'
import { askCopies, deleteCopies, removeCopy } from '../../core/copies.js'
import { toLeaseMs } from '../../core/drain.js'
import { type Event, isExpired } from '../../core/event.js'
import { loadEvent, loadStored } from '../../core/keep.js'
import { type Outbox, readEvents, type Snippet } from '../../core/snippet.js'
import { DENIED_KEY, EVENT_KEY, readDeniedAt, readStored, removeStored } from '../../core/storage.js'
import { reportKept } from '../kept.js'
import { retry } from './attempt.js'
import { asOnlyTab } from './only-tab.js'

/** Sends all events that wait, at the same time. Resolves when each has had its attempt. */
export async function drain(snippet: Snippet): Promise<void> {
  const { schedule } = snippet.outbox
  if (schedule?.isPaused() || readWaiting(snippet, 'waiting').length === 0) return
  const isAlone = await asOnlyTab(() => {
    mergeSame(snippet.outbox)
    return sendAll(snippet, readWaiting(snippet, 'waiting'))
  })
  // The other tab may fail, so this one looks again later. That does not count as a failed attempt.
  if (!isAlone) schedule?.retryAfter({ outcome: 'busy', status: 429 })
}

/** Sends all events that wait, also those parked for the next page, and also while the proxy has asked for a pause. */
export const flush = (snippet: Snippet): Promise<void> => sendAll(snippet, readWaiting(snippet, 'waiting', 'parked'))

const sendAll = async (snippet: Snippet, events: Event[]): Promise<void> =>
  void (await Promise.all(events.map((event) => retry(snippet, event))))

/** Reads the events that may be sent now. Plans another drain for those that still belong to their page. */
function readWaiting(snippet: Snippet, ...states: Event['state'][]): Event[] {
  const { outbox } = snippet
  if (readPermission(outbox) !== 'granted' || !outbox.settings.endpoint) return []
  forgetRemoved(
    outbox,
    readEvents(outbox).filter(({ loadedAt }) => loadedAt),
  )
  loadStored(outbox)
  const waiting = readEvents(outbox).filter(({ state }) => states.includes(state))
  const leased = waiting.filter((event) => toLeaseMs(event) > 0)
  if (leased.length > 0) setTimeout(() => void drain(snippet), Math.max(...leased.map(toLeaseMs)))
  return waiting.filter((event) => !leased.includes(event))
}

/** Drains what earlier pages have left: reports of the keeper, stored events, and copies that only a killed browser leaves. */
export async function drainEarlier(snippet: Snippet): Promise<void> {
  const { outbox } = snippet
  reportKept(snippet)
  if (readDeniedAt()) void deleteCopies(outbox).then(() => removeStored(DENIED_KEY)) // the page of the denial is gone
  if (readPermission(outbox) !== 'granted') return
  void drain(snippet)
  await loadCopies(outbox)
  return drain(snippet)
}

async function loadCopies(outbox: Outbox): Promise<void> {
  const texts = await askCopies<string[]>(outbox, (store) => store.getAll())
  if (!texts || readPermission(outbox) !== 'granted') return
  for (const text of texts) loadEvent(outbox, text, false)
  if (texts.length === 0 && readEvents(outbox).length === 0) await deleteCopies(outbox) // an empty database
}

/**
 * A thank-you page that is loaded again reports its order again. Of events with the same content, each tab keeps the same one: the oldest
 * that is stored, and of one age the one with the smallest id. An event that its page may be sending stays, and so does one that has
 * expired.
 */
function mergeSame(outbox: Outbox): void {
  const kept = new Map<string, Event>()
  const isOlder = (one: Event, other: Event) => one.at - other.at || (one.id < other.id ? -1 : 1)
  for (const event of readEvents(outbox)
    .filter((each) => !isExpired(each))
    .sort(isOlder)) {
    const { id, text, identity, state } = event
    const older = kept.get(text)
    if (!older && readStored(EVENT_KEY + id)) kept.set(text, event)
    if (!older || state === 'sending' || toLeaseMs(event) > 0) continue
    older.identity ??= identity
    removeStored(EVENT_KEY + id)
    void removeCopy(outbox, id)
    forgetEvent(outbox, id)
  }
}

/** Forgets stored events that are no longer stored: their page or another tab has settled them. */
export function forgetRemoved(outbox: Outbox, events = readEvents(outbox)): void {
  for (const { id, isStored } of events) if (isStored && !readStored(EVENT_KEY + id)) forgetEvent(outbox, id)
}

/** Hears of events that another tab has settled. */
export function hearOtherTabs(outbox: Outbox): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(EVENT_KEY) && newValue === null) forgetEvent(outbox, key.slice(EVENT_KEY.length))
  })
}

/** Forgets an event that another tab has settled. That tab has told its page. */
function forgetEvent({ events }: Outbox, id: string): void {
  const event = events.get(id)
  if (!event) return
  event.end = { status: 'queued', reason: 'another_tab' }
  events.set(id, undefined)
}
