/**
 * Copies of waiting events in IndexedDB. localStorage survives leaving the page but reaches the disk only seconds later;
 * IndexedDB takes a moment to commit and then survives a killed browser (Chromium 156, November 2026,
 * test/browser/killed-browser.spec.ts).
 */
import { safely } from './safely.js'
import { mayStore } from './storage.js'

const NAME = 'ringup'

type Database = IDBDatabase | undefined

/** The database; undefined where the browser refuses one. */
let opening: Promise<Database> | undefined

/** Opened by the drain after load, for a browser killed with the call is gone before any database has opened. */
function openCopies(): Promise<Database> {
  opening ??= new Promise<Database>((resolve) => {
    const forget = () => {
      opening = undefined // the next event asks again
      resolve(undefined)
    }
    const request = mayStore() && safely(() => indexedDB.open(NAME))
    if (!request) return forget()
    request.onerror = forget
    request.onupgradeneeded = () => request.result.createObjectStore(NAME)
    request.onsuccess = () => {
      const database = request.result
      database.onclose = forget // the shopper has cleared the site's data
      database.onversionchange = () => {
        database.close() // whoever deletes it would wait for all that have it open
        forget()
      }
      resolve(database)
    }
  }).catch(() => undefined) // something else stands in the database's place
  return opening
}

export const writeCopy = (id: string, text: string): Promise<unknown> => ask((copies) => copies.put(text, id))
export const removeCopy = (id: string): Promise<unknown> => ask((copies) => copies.delete(id))

/** The texts of all copies. */
export async function readCopies(): Promise<string[]> {
  return (await ask<string[]>((copies) => copies.getAll())) ?? []
}

/** Empties the database before it goes: a frozen page that has it open may keep it from going for long. */
export async function deleteCopies(): Promise<void> {
  if (opening) await ask((copies) => copies.clear())
  safely(() => indexedDB.deleteDatabase(NAME))
}

/** Undefined where there is no answer. */
async function ask<T>(toRequest: (copies: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  const database = await openCopies()
  return new Promise((resolve) => {
    const request = safely(() => {
      const transaction = database?.transaction(NAME, 'readwrite')
      const asked = transaction && toRequest(transaction.objectStore(NAME))
      transaction?.commit() // else the browser first asks this page whether there is more, and it may be gone
      return asked
    })
    if (!request) return resolve(undefined)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(undefined)
  })
}
