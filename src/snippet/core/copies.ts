/**
 * Copies of waiting events in IndexedDB. localStorage survives leaving the page but reaches the disk only seconds later. IndexedDB
 * commits within milliseconds and then survives a killed browser (Chromium 156, November 2026, test/survival/cases/ended.ts).
 *
 * The first event creates the database. A page that finds it empty deletes it.
 */
import { type QueuedEvent, toStored } from './event.js'
import { safely } from './safely.js'
import type { Outbox } from './snippet.js'

const NAME = 'ringup'

/** Begins to write the copy of an event. */
export const copyEvent = (outbox: Outbox, event: QueuedEvent): void =>
  void request(outbox, (store) => store.put(toStored(event), event.id))

export const removeCopy = (outbox: Outbox, id: string): void => void request(outbox, (store) => store.delete(id))

/** Deletes all copies. Every tab closes its connection, also this one. */
export const eraseCopies = (): unknown => safely(() => indexedDB.deleteDatabase(NAME))

/** Reads all copies. Does not create the database. */
export async function readCopies(outbox: Outbox): Promise<string[]> {
  // In a sandboxed frame, `databases()` rejects a promise that no page can catch
  // (Chromium 156, November 2026, test/browser/sandboxed-frame.spec.ts).
  if (globalThis.origin === 'null') return []
  const databases = await safely(() => indexedDB.databases())?.catch(() => [])
  if (!databases?.some(({ name }) => name === NAME)) return []
  const texts = await request<string[]>(outbox, (store) => store.getAll())
  if (texts?.length === 0) eraseCopies() // not if they could not be read
  return texts ?? []
}

/** Returns undefined if the database does not answer. The next event then tries again. */
async function request<T>(outbox: Outbox, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    outbox.database ??= open(outbox)
    const transaction = (await outbox.database).transaction(NAME, 'readwrite')
    const answer = toAnswer(ask(transaction.objectStore(NAME)))
    // Otherwise the browser first asks this page for more requests, and the page may be gone
    // (https://w3c.github.io/IndexedDB/#dom-idbtransaction-commit).
    transaction.commit()
    return await answer
  } catch {
    outbox.database = undefined
    return undefined
  }
}

async function open(outbox: Outbox): Promise<IDBDatabase> {
  const opening = indexedDB.open(NAME)
  opening.onupgradeneeded = () => opening.result.createObjectStore(NAME)
  const database = await toAnswer(opening)
  // Another tab deletes the empty database, or the shopper has cleared the site's data. The next copy opens a new database.
  database.onclose = database.onversionchange = () => {
    database.close() // a deletion waits for each open connection
    outbox.database = undefined
  }
  return database
}

const toAnswer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = reject
  })
