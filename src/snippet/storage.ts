/**
 * Where events outlive the page: one localStorage key per event, so that two tabs never write the same one, and a copy
 * in IndexedDB. localStorage survives leaving the page but reaches the disk only seconds later; IndexedDB takes a
 * moment to commit but then survives a killed browser (Chromium 156, November 2026, test/browser/killed-browser.spec.ts).
 *
 * Either may be refused, full or cleared: that costs no more than this browser forgetting the event.
 */
import { attempt } from './attempt.js'
import { settings } from './settings.js'

/** Of every key in localStorage. */
export const PREFIX = 'ringup:'

/** Undefined when storage is refused, by the shopper or by the shop. */
export function store<T>(use: () => T): T | undefined {
  return settings.persist === 'none' ? undefined : attempt(use)
}

export function eachStored(use: (key: string) => void): void {
  store(() => {
    for (const key in localStorage) if (/^ringup:/.test(key)) use(key)
  })
}

/**
 * The copies in IndexedDB, where the browser has it.
 *
 * @param use called twice where the database is new: already while it is made, for the browser may be gone by the next turn
 * @param make the database where there is none; without it a page that has nothing to keep leaves nothing behind
 */
export function useCopies(use: (copies: IDBObjectStore) => void, make?: boolean): void {
  store(() => {
    const opening = indexedDB.open('ringup')
    opening.onupgradeneeded = () =>
      make ? use(opening.result.createObjectStore('ringup')) : (opening.transaction as IDBTransaction).abort() // there during an upgrade
    opening.onerror = (event) => event.preventDefault() // Firefox would tell the page's `onerror`
    opening.onsuccess = () =>
      attempt(() => {
        use(opening.result.transaction('ringup', 'readwrite').objectStore('ringup'))
        opening.result.close() // when the transaction is through; an open one would keep the page from the back/forward cache
      })
  })
}
