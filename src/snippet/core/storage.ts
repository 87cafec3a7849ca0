/**
 * Storage that outlives the page: localStorage, with one key for each event, so two tabs never write one key.
 *
 * Storage may be refused, full, broken or cleared. A read then finds nothing, and a write is lost. This browser then
 * forgets the event when the page closes.
 */
import { safely } from './safely.js'

/** The start of an event's key, followed by its id. */
export const EVENT_KEY = 'ringup:event:'
/**
 * The key of the time at which consent was denied. Other tabs get it by a `storage` event. Events stored before that
 * time are void. The key is removed some seconds after the copies in IndexedDB are deleted. That may take longer than
 * this page is open.
 */
export const DENIED_KEY = 'ringup:denied'
/** The start of the keeper's key, followed by the time. Written on a page whose script did not load. */
export const KEPT_KEY = 'ringup:kept'

/** The settings that are checked at each write. */
export interface Persistence {
  persist: 'local' | 'none'
}

/** Returns false if the shop does not allow storing. Events that earlier pages stored are still read and removed. */
export const mayStore = ({ persist }: Persistence): boolean => persist !== 'none'

/** Returns `local` if events outlive the page, as far as this is known without writing. */
export const readStorageKind = (settings: Persistence): 'local' | 'memory' =>
  mayStore(settings) && safely(() => localStorage) ? 'local' : 'memory'

/** Lists the keys that begin with one of these names. */
export const readKeys = (...starts: string[]): string[] =>
  safely(() => Object.keys(localStorage).filter((key) => starts.some((start) => key.startsWith(start)))) ?? []

export const readStored = (key: string): string | null | undefined => safely(() => localStorage.getItem(key))

/** Returns false if the value is not stored. */
export const writeStored = (settings: Persistence, key: string, value: string): boolean =>
  mayStore(settings) && safely(() => localStorage.setItem(key, value) ?? localStorage.getItem(key)) === value

export function removeStored(key: string): void {
  safely(() => localStorage.removeItem(key))
}

export const markDenied = (): void => safely(() => localStorage.setItem(DENIED_KEY, String(Date.now())))

/** Reads the time of the denial. 0 if consent was not denied. */
export const readDeniedAt = (): number => Number(readStored(DENIED_KEY))
