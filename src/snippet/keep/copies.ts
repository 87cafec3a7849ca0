/**
 * Copies of waiting events in IndexedDB. localStorage survives leaving the page but reaches the disk only seconds later;
 * IndexedDB takes a moment to commit and then survives a killed browser (Chromium 156, November 2026,
 * test/survival/cases/ended.ts).
 */
import { safely } from '../safely.js'
import { DENIED_KEY, mayStore, type Persistence, removeStored } from './storage.js'

const NAME = 'ringup'

/** The copies as one page knows them. */
export interface Copies {
  settings: Persistence
  /** The database; undefined before anybody has asked, and after it was closed. */
  opening?: Promise<IDBDatabase> | undefined
  /** Told when a tab deletes the copies: consent has been denied there. */
  onDeleted?: () => void
}

export const writeCopy = (copies: Copies, id: string, text: string): Promise<unknown> =>
  ask(copies, (store) => store.put(text, id))

export const removeCopy = (copies: Copies, id: string): Promise<unknown> => ask(copies, (store) => store.delete(id))

/** The texts of all copies. */
export async function readCopies(copies: Copies): Promise<string[]> {
  return (await ask<string[]>(copies, (store) => store.getAll())) ?? []
}

/** Empties the database before it goes: a frozen page that has it open may keep it from going for long. */
export async function deleteCopies(copies: Copies): Promise<void> {
  if (copies.opening) void ask(copies, (store) => store.clear())
  await safely(() => toAnswer(indexedDB.deleteDatabase(NAME)).catch(() => {}))
  removeStored(DENIED_KEY)
}

/** Undefined where there is no answer. */
async function ask<T>(copies: Copies, toRequest: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    copies.opening ??= open(copies)
    const transaction = (await copies.opening).transaction(NAME, 'readwrite')
    const request = toRequest(transaction.objectStore(NAME))
    transaction.commit() // else the browser first asks this page whether there is more, and it may be gone
    return await toAnswer(request)
  } catch {
    return forget(copies)
  }
}

/** The next event asks again. */
function forget(copies: Copies): undefined {
  copies.opening = undefined
}

/** Opened by the drain after load, for a browser killed with the call is gone before any database has opened. */
async function open(copies: Copies): Promise<IDBDatabase> {
  if (!mayStore(copies.settings)) throw 'persist'
  const request = indexedDB.open(NAME)
  request.onupgradeneeded = () => request.result.createObjectStore(NAME)
  const database = await toAnswer(request)
  database.onclose = () => forget(copies) // the shopper has cleared the site's data
  database.onversionchange = () => {
    database.close() // whoever deletes it would wait for all that have it open
    forget(copies)
    copies.onDeleted?.()
  }
  return database
}

const toAnswer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = reject
  })
