/**
 * The drain sends all waiting events. It runs in one tab of the shop at a time. It takes events of another page once
 * they are three seconds old.
 */
import { readPermission } from '../../core/consent.js'
import { askCopies, deleteCopies, removeCopy } from '../../core/copies.js'
import { toLeaseMs } from '../../core/drain.js'
import { type Event, isExpired } from '../../core/event.js'
import { loadEvent, loadStored } from '../../core/keep.js'
import { parseJson } from '../../core/safely.js'
import { type Outbox, readEvents, type Snippet } from '../../core/snippet.js'
import { DENIED_KEY, EVENT_KEY, readDeniedAt, readStored, removeStored } from '../../core/storage.js'
import { reportKept } from '../kept.js'
import { retry } from './attempt.js'
import { asOnlyTab } from './only-tab.js'

/** Sends all waiting events in parallel. Resolves when each has had its attempt. */
export async function drain(snippet: Snippet): Promise<void> {
  const { schedule } = snippet.outbox
  if (schedule?.isPaused() || readWaiting(snippet, 'waiting').length === 0) return
  const isAlone = await asOnlyTab(() => {
    mergeSame(snippet.outbox)
    return sendAll(snippet, readWaiting(snippet, 'waiting'))
  })
  // The other tab may fail, so this tab tries again later. This does not count as a failed attempt.
  if (!isAlone) schedule?.retryAfter({ outcome: 'busy', status: 429 })
}

/** Sends all waiting events, also those parked for the next page, and even if the proxy has asked for a pause. */
export const flush = (snippet: Snippet): Promise<void> => sendAll(snippet, readWaiting(snippet, 'waiting', 'parked'))

const sendAll = async (snippet: Snippet, events: Event[]): Promise<void> =>
  void (await Promise.all(events.map((event) => retry(snippet, event))))

/** Reads the events that may be sent now. Plans another drain for events that still belong to their page. */
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

/**
 * Sends events of earlier pages: reports of the keeper, stored events, and copies that only a killed browser leaves.
 */
export async function drainEarlier(snippet: Snippet): Promise<void> {
  reportKept(snippet)
  void drain(snippet)
  await loadCopies(snippet.outbox)
  return drain(snippet)
}

/** Loads the copies of events. Removes those from before a denial, whose page was closed too early. */
async function loadCopies(outbox: Outbox): Promise<void> {
  const deniedAt = readDeniedAt()
  if (!deniedAt && readPermission(outbox) !== 'granted') return
  let ids: IDBRequest<IDBValidKey[]> | undefined
  const texts = await askCopies<string[]>(outbox, (store) => {
    ids = store.getAllKeys()
    return store.getAll()
  })
  const isVoid = (text: string) => deniedAt && !(Object(parseJson(text)).at > deniedAt)
  for (const [index, text] of (texts ?? []).entries()) {
    if (isVoid(text)) await removeCopy(outbox, String(ids?.result[index]))
    else if (readPermission(outbox) === 'granted') loadEvent(outbox, text, false)
  }
  if (deniedAt) removeStored(DENIED_KEY)
  if (texts?.length === 0 && readEvents(outbox).length === 0) await deleteCopies(outbox) // an empty database
}

/**
 * Merges stored events with equal content, because a reloaded thank-you page reports its order again. Each tab keeps
 * the same event: the oldest stored one. Of events with one age it keeps the smallest id. Events that their page may be
 * sending and expired events are not merged.
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

/** Removes events from memory that have left storage, because their page or another tab has settled them. */
export function forgetRemoved(outbox: Outbox, events = readEvents(outbox)): void {
  for (const { id, isStored } of events) if (isStored && !readStored(EVENT_KEY + id)) forgetEvent(outbox, id)
}

/** Listens for events that another tab has settled. */
export function hearOtherTabs(outbox: Outbox): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(EVENT_KEY) && newValue === null) forgetEvent(outbox, key.slice(EVENT_KEY.length))
  })
}

/** Removes an event from memory that another tab has settled. That tab has announced its outcome. */
function forgetEvent({ events }: Outbox, id: string): void {
  const event = events.get(id)
  if (!event) return
  event.end = { status: 'queued', reason: 'another_tab' }
  events.set(id, undefined)
}
