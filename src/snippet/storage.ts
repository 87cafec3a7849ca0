/**
 * Where events outlive the page: one localStorage key per event, so that two tabs never write the same one, and a copy
 * in IndexedDB. localStorage survives leaving the page but reaches the disk only seconds later; IndexedDB takes a
 * moment to commit but then survives a killed browser (Chromium 156, November 2026, test/browser/killed-browser.spec.ts).
 *
 * Either may be refused, full or cleared: that costs no more than this browser forgetting the event.
 */
import { attempt } from './attempt.js'
import { readGate } from './consent.js'
import { settings } from './settings.js'

/** Of every key in localStorage. */
export const PREFIX = 'ringup:'

/** Undefined when the shopper refuses storage, false when the shop does. */
export function store<T>(use: () => T): T | undefined | false {
  return settings.persist !== 'none' && attempt(use)
}

export function eachStored(use: (key: string) => void): void {
  store(() => {
    for (const key in localStorage) if (/^ringup:/.test(key)) use(key)
  })
}

/**
 * The database, once it is there: made and opened by the drain after load, and open as long as the page is, for a browser
 * killed with the call is gone before any database has opened. Chromium keeps such a page for going back.
 */
let open: IDBDatabase | undefined | 0 = 0

/** The copies in IndexedDB, where the browser has it. */
export function useCopies(use: (copies: IDBObjectStore) => void): void {
  store(() => {
    if (open) {
      const transaction = open.transaction('ringup', 'readwrite')
      use(transaction.objectStore('ringup'))
      transaction.commit() // else the browser first asks this page whether there is more, and it may be gone
    } else if (!readGate()) {
      const opening = indexedDB.open('ringup')
      opening.onupgradeneeded = () => opening.result.createObjectStore('ringup')
      opening.onsuccess = () => {
        open = opening.result
        // A page that is denied consent deletes it, and would wait for all that have it open.
        open.onversionchange = () => {
          open = opening.result.close() as undefined
        }
        useCopies(use)
      }
    }
  })
}
