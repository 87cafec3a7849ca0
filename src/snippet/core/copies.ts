/**
 * Copies of waiting events in IndexedDB. localStorage survives leaving the page but reaches the disk only seconds later. IndexedDB
 * commits within milliseconds and then survives a killed browser (Chromium 156, November 2026, test/survival/cases/ended.ts).
 *
 * The database exists only while an event waits. The first event opens it, and the last acknowledgement deletes it.
 */
import { safely } from './safely.js'
import { DENIED_KEY, mayStore, type Persistence, removeStored } from './storage.js'

const NAME = 'ringup'

/** The copies as one page knows them. */
export interface Copies {
  settings: Persistence
  /** The database; undefined before the first event, and after it was closed. */
  opening?: Promise<IDBDatabase> | undefined
  /** Called when another tab deletes the copies. It does so because consent is denied there. */
  onDeleted?: () => void
}

export const writeCopy = (copies: Copies, id: string, text: string): Promise<unknown> =>
  ask(copies, (store) => store.put(text, id))

/** Removes one copy, and the database with the last one. */
export async function removeCopy(copies: Copies, id: string): Promise<void> {
  const left = await ask(copies, (store) => {
    store.delete(id)
    return store.count()
  })
  if (left === 0) await deleteDatabase(copies)
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

/** The texts of all copies. Undefined if they cannot be read, which does not mean that there are none. */
export const readCopies = (copies: Copies): Promise<string[] | undefined> =>
  ask<string[]>(copies, (store) => store.getAll())

/** Deletes all copies. They are cleared first: a frozen page that has the database open may delay its deletion. */
export async function deleteCopies(copies: Copies): Promise<void> {
  if (copies.opening) void ask(copies, (store) => store.clear())
  await deleteDatabase(copies)
  removeStored(DENIED_KEY)
}

async function deleteDatabase(copies: Copies): Promise<void> {
  const { opening } = copies
  copies.opening = undefined
  await opening?.then((database) => database.close()).catch(() => {})
  await safely(() => toAnswer(indexedDB.deleteDatabase(NAME)).catch(() => {}))
}

/** Undefined if there is no answer. The next event then asks again. */
async function ask<T>(copies: Copies, toRequest: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    copies.opening ??= open(copies)
    const transaction = (await copies.opening).transaction(NAME, 'readwrite')
    const request = toRequest(transaction.objectStore(NAME))
    transaction.commit() // else the browser first asks this page for more requests, and the page may be gone
    return await toAnswer(request)
  } catch {
    copies.opening = undefined
    return undefined
  }
}

async function open(copies: Copies): Promise<IDBDatabase> {
  if (!mayStore(copies.settings)) throw 'persist'
  const request = indexedDB.open(NAME)
  request.onupgradeneeded = () => request.result.createObjectStore(NAME)
  const database = await toAnswer(request)
  database.onversionchange = () => {
    database.close() // another tab that deletes it waits for each open connection
    copies.opening = undefined
    copies.onDeleted?.()
  }
  return database
}

const toAnswer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = reject
  })
