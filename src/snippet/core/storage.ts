/**
 * Storage that outlives the page: localStorage, one key for each event, so two tabs never write the same key.
 *
 * Storage may be refused, full, broken or cleared. A read then finds nothing, and a write is lost. This browser then forgets the
 * event when the page is gone.
 */
import { safely } from './safely.js'

/** The key of an event is this and its id. */
export const EVENT_KEY = 'ringup:event:'
/**
 * When consent was denied. Other tabs hear of it by a `storage` event, and events stored before are void. It is removed some seconds
 * after the copies in IndexedDB are deleted, which may take longer than this page lives.
 */
export const DENIED_KEY = 'ringup:denied'
/** The keeper's key is this and the time, on a page whose script did not load. */
export const KEPT_KEY = 'ringup:kept'

/** The settings that storage asks at each write. */
export interface Persistence {
  persist: 'local' | 'none'
}

/** False if the shop wants nothing stored. What earlier pages have stored is read and removed all the same. */
export const mayStore = ({ persist }: Persistence): boolean => persist !== 'none'

/** `local` if events outlive the page, as far as can be seen without writing. */
export const readStorageKind = (settings: Persistence): 'local' | 'memory' =>
  mayStore(settings) && safely(() => localStorage) ? 'local' : 'memory'

/** The keys that begin with one of these names. */
export const readKeys = (...starts: string[]): string[] =>
  safely(() => Object.keys(localStorage).filter((key) => starts.some((start) => key.startsWith(start)))) ?? []

export const readStored = (key: string): string | null | undefined => safely(() => localStorage.getItem(key))

/** False if it is not stored. */
export const writeStored = (settings: Persistence, key: string, value: string): boolean =>
  mayStore(settings) && safely(() => localStorage.setItem(key, value) ?? localStorage.getItem(key)) === value

export function removeStored(key: string): void {
  safely(() => localStorage.removeItem(key))
}

export const markDenied = (): void => safely(() => localStorage.setItem(DENIED_KEY, String(Date.now())))

/** 0 if consent was not denied. */
export const readDeniedAt = (): number => Number(readStored(DENIED_KEY))
