/**
 * Copies of waiting events in IndexedDB. localStorage survives leaving the page but reaches the disk only seconds later;
 * IndexedDB takes a moment to commit and then survives a killed browser (Chromium 156, November 2026,
 * test/browser/killed-browser.spec.ts).
 */
import { safely } from './safely.js'
import { mayStore } from './storage.js'

const DATABASE = 'ringup'
const STORE = 'events'

/** The database; undefined where the browser refuses one. */
let opening: Promise<IDBDatabase | undefined> | undefined

/** Opened by the drain after load, for a browser killed with the call is gone before any database has opened. */
export function openCopies(): Promise<IDBDatabase | undefined> {
  opening ??= new Promise((resolve) => {
    const refused = () => {
      opening = undefined // the next event asks again
      resolve(undefined)
    }
    const request = safely(() => indexedDB.open(DATABASE))
    if (!request) return refused()
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onerror = refused
    request.onsuccess = () => {
      const database = request.result
      database.onclose = refused // the shopper has cleared the site's data
      database.onversionchange = () => {
        database.close() // whoever deletes it would wait for all that have it open
        refused()
      }
      resolve(database)
    }
  })
  return opening
}

export const writeCopy = (id: string, text: string): Promise<void> =>
  mayStore() ? change((copies) => copies.put(text, id)) : Promise.resolve()
export const removeCopy = (id: string): Promise<void> =>
  mayStore() ? change((copies) => copies.delete(id)) : Promise.resolve()

/** Empties the database before it goes: a frozen page that has it open may keep it from going for long. */
export async function deleteCopies(): Promise<void> {
  if (opening) await change((copies) => copies.clear())
  safely(() => indexedDB.deleteDatabase(DATABASE))
}

async function change(use: (copies: IDBObjectStore) => void): Promise<void> {
  const database = await openCopies()
  safely(() => {
    const transaction = database?.transaction(STORE, 'readwrite')
    if (!transaction) return
    use(transaction.objectStore(STORE))
    transaction.commit() // else the browser first asks this page whether there is more, and it may be gone
  })
}

/** The texts of all copies. */
export async function readCopies(): Promise<string[]> {
  const database = mayStore() ? await openCopies() : undefined
  const reading = safely(() => database?.transaction(STORE).objectStore(STORE).getAll())
  return new Promise((resolve) => {
    if (!reading) return resolve([])
    reading.onsuccess = () => resolve(reading.result)
    reading.onerror = () => resolve([])
  })
}
