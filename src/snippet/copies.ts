/**
 * Copies of waiting events in IndexedDB. localStorage survives leaving the page but reaches the disk only seconds later;
 * IndexedDB takes a moment to commit and then survives a killed browser (Chromium 156, November 2026,
 * test/browser/killed-browser.spec.ts).
 */
import { safely } from './safely.js'
import { DENIED_KEY, mayStore, removeStored } from './storage.js'

const NAME = 'ringup'

/** By this tab: it knows. */
let isDeleting = false

/** The database; undefined where the browser refuses one. */
let opening: Promise<IDBDatabase | undefined> | undefined

let onDeleted = (): void => {}

/** Says what is to be done when another tab deletes the copies: consent has been denied there. */
export function onCopiesDeleted(callback: () => void): void {
  onDeleted = callback
}

const forget = (): undefined => {
  opening = undefined // the next event asks again
}

/** Opened by the drain after load, for a browser killed with the call is gone before any database has opened. */
async function open(): Promise<IDBDatabase | undefined> {
  if (!mayStore()) return undefined
  const request = indexedDB.open(NAME)
  request.onupgradeneeded = () => request.result.createObjectStore(NAME)
  const database = await toAnswer(request)
  database.onclose = forget // the shopper has cleared the site's data
  database.onversionchange = () => {
    if (!isDeleting) onDeleted()
    database.close() // whoever deletes it would wait for all that have it open
    forget()
  }
  return database
}

const toAnswer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = reject
  })

export const writeCopy = (id: string, text: string): Promise<unknown> => ask((copies) => copies.put(text, id))
export const removeCopy = (id: string): Promise<unknown> => ask((copies) => copies.delete(id))

/** The texts of all copies. */
export async function readCopies(): Promise<string[]> {
  return (await ask<string[]>((copies) => copies.getAll())) ?? []
}

/** Empties the database before it goes: a frozen page that has it open may keep it from going for long. */
export async function deleteCopies(): Promise<void> {
  isDeleting = true
  const clearing = opening && ask((copies) => copies.clear())
  const deleting = safely(() => toAnswer(indexedDB.deleteDatabase(NAME)).catch(() => {}))
  await clearing
  await deleting
  isDeleting = false
  removeStored(DENIED_KEY)
}

/** Undefined where there is no answer. */
async function ask<T>(toRequest: (copies: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  opening ??= open().catch(forget)
  try {
    const transaction = (await opening)?.transaction(NAME, 'readwrite')
    const request = transaction && toRequest(transaction.objectStore(NAME))
    transaction?.commit() // else the browser first asks this page whether there is more, and it may be gone
    return request && (await toAnswer(request))
  } catch {
    return undefined
  }
}
