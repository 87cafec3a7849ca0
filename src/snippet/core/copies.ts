/**
 * Copies of waiting events in IndexedDB. localStorage survives leaving the page but reaches the disk only seconds later. IndexedDB
 * commits within milliseconds and then survives a killed browser (Chromium 156, November 2026, test/survival/cases/ended.ts).
 *
 * The database exists only while an event waits. The first event opens it, and the last acknowledgement deletes it.
 */
import { type Event, toStored } from './event.js'
import { safely } from './safely.js'
import { type Outbox, readEvents } from './snippet.js'
import { mayStore } from './storage.js'

const NAME = 'ringup'

/** Begins to write the copy of an event, if the shop allows storing. */
export function copyEvent(outbox: Outbox, event: Event): void {
  if (mayStore(outbox.settings)) void askCopies(outbox, (store) => store.put(toStored(event), event.id))
}

/** Removes one copy. With the last copy it deletes the database, unless the copy of a newer event may be under way. */
export async function removeCopy(outbox: Outbox, id: string): Promise<void> {
  const left = await askCopies(outbox, (store) => {
    store.delete(id)
    return store.count()
  })
  if (left === 0 && readEvents(outbox).length === 0) await deleteDatabase(outbox)
}

/**
 * Does not open the database, which would create it. In a sandboxed frame, `databases()` rejects a promise that no page can catch
 * (Chromium 156, November 2026, test/browser/sandboxed-frame.spec.ts).
 */
export async function hasCopies(): Promise<boolean> {
  if (globalThis.origin === 'null') return false
  const databases = await safely(() => indexedDB.databases())?.catch(() => [])
  return databases?.some(({ name }) => name === NAME) ?? false
}

/** Deletes all copies. They are cleared first: a frozen page that has the database open may delay its deletion. */
export async function deleteCopies(outbox: Outbox): Promise<void> {
  if (outbox.opening) void askCopies(outbox, (store) => store.clear())
  await deleteDatabase(outbox)
}

/**
 * Tells a denial to each tab that has the database open. This page asks for a new version of the database and cancels
 * the request. Unlike a key in localStorage, this needs no room.
 */
export function tellDenied(): void {
  safely(() => {
    const request = indexedDB.open(NAME, 2)
    request.onupgradeneeded = () => request.transaction?.abort()
  })
}

/** Asks for the deletion at once. An event that is stored from now on gets a new database. */
async function deleteDatabase(outbox: Outbox): Promise<void> {
  void outbox.opening?.then((database) => database.close()).catch(() => {})
  outbox.opening = undefined
  await safely(() => toAnswer(indexedDB.deleteDatabase(NAME)).catch(() => {}))
}

/** Returns undefined if the database does not answer. The next event then asks again. */
export async function askCopies<T>(
  outbox: Outbox,
  toRequest: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    outbox.opening ??= open(outbox)
    const transaction = (await outbox.opening).transaction(NAME, 'readwrite')
    const request = toRequest(transaction.objectStore(NAME))
    transaction.commit() // else the browser first asks this page for more requests, and the page may be gone
    return await toAnswer(request)
  } catch {
    outbox.opening = undefined
    return undefined
  }
}

/** Opens the database. Does not create it if the shop does not allow storing. */
async function open(outbox: Outbox): Promise<IDBDatabase> {
  if (!mayStore(outbox.settings) && !(await hasCopies())) throw 'persist'
  const request = indexedDB.open(NAME)
  request.onupgradeneeded = () => request.result.createObjectStore(NAME)
  const database = await toAnswer(request)
  database.onversionchange = ({ newVersion }) => {
    database.close() // another tab that deletes it waits for each open connection
    outbox.opening = undefined
    if (newVersion) outbox.onDenied?.()
  }
  // The shopper has cleared the site's data. The next copy opens a new database.
  database.onclose = () => (outbox.opening = undefined)
  return database
}

const toAnswer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = reject
  })
