/**
 * Where events outlive the page: one localStorage key per event, so that two tabs never write the same one, and a copy
 * in IndexedDB. localStorage survives leaving the page but reaches the disk only seconds later; IndexedDB takes a
 * moment to commit but then survives a killed browser (Chromium 156, November 2026, test/browser/killed-browser.spec.ts).
 *
 * Either may be refused, full or cleared: that costs no more than this browser forgetting the event.
 */
import { attempt } from './attempt.js'
import { settings } from './settings.js'

const NAME = 'ringup'
/** Of the keys of events; a key that is the name alone is another's. */
const PREFIX = `${NAME}:`

export type Entry = [id: string, text: string]

export function canStore(): boolean {
  return settings.persist !== 'none' && attempt(() => !!localStorage) === true
}

export function store(id: string, text: string): void {
  if (settings.persist === 'none') return
  attempt(() => localStorage.setItem(PREFIX + id, text))
  void useCopies((events) => events.put([id, text], id), true)
}

export function forget(id: string): void {
  attempt(() => localStorage.removeItem(PREFIX + id))
  void useCopies((events) => events.delete(id))
}

/** Everything stored by this page or one before it. */
export function readStored(): Entry[] {
  const entries = attempt(() => Object.entries<string>(localStorage)) ?? []
  return entries.flatMap(([key, text]) => (key.startsWith(PREFIX) ? [[key.slice(PREFIX.length), text]] : []))
}

/** The same from IndexedDB, which may take long or never answer. */
export function readCopies(): Promise<Entry[]> {
  return useCopies((events) => events.getAll()) as Promise<Entry[]> 
}

export function eraseStored(): void {
  attempt(() => Object.keys(localStorage).forEach((key) => key.startsWith(NAME) && localStorage.removeItem(key)))
  attempt(() => indexedDB.deleteDatabase(NAME))
}

/** A database is not created before there is something to keep: a page where nothing happens writes nothing. */
function useCopies(use: (events: IDBObjectStore) => IDBRequest, create?: boolean): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME)
    opening.onerror = reject
    opening.onupgradeneeded = () => {
      if (create) opening.result.createObjectStore(NAME)
      else opening.transaction?.abort()
    }
    opening.onsuccess = () => {
      const database = opening.result
      const request = use(database.transaction(NAME, 'readwrite').objectStore(NAME))
      request.onsuccess = () => resolve(request.result)
      database.close() // when the transaction is through; an open one would keep the page from the back/forward cache
    }
  }).catch(() => [])
}
