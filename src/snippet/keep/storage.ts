/**
 * What outlives the page in localStorage: one key for each event, so that two tabs never write the same one.
 *
 * Storage may be refused, full, broken or cleared: a read then finds nothing, and a write is lost. That costs no more
 * than this browser forgetting the event once the page is gone.
 */
import { safely } from '../safely.js'

/** An event's key is this and its id; other scripts have keys of their own. */
export const EVENT_KEY = 'ringup:event:'
export const ACCEPTED_KEY = 'ringup:accepted'
/**
 * When consent was denied: other tabs hear of it by a `storage` event, and what was stored before is void. Gone once the
 * copies in IndexedDB are, which may take longer than this page is there.
 */
export const DENIED_KEY = 'ringup:denied'

/** What the keeper has kept on a page whose script did not load has this and the time as its key. */
export const KEPT_KEY = 'ringup:kept'

/** The settings that storage asks at each look. */
export interface Persistence {
  persist: 'local' | 'none'
}

/** False where the shop wants nothing stored. */
export const mayStore = ({ persist }: Persistence): boolean => persist !== 'none'

/** `local` where events outlive the page, as far as can be seen without writing. */
export const readStorageKind = (settings: Persistence): 'local' | 'memory' =>
  mayStore(settings) && safely(() => localStorage) ? 'local' : 'memory'

/** The keys that begin with this: EVENT_KEY or KEPT_KEY. */
export const readKeys = (start: string): string[] =>
  safely(() => Object.keys(localStorage).filter((key) => key.startsWith(start))) ?? []

export const readStored = (settings: Persistence, key: string): string | undefined =>
  (mayStore(settings) && safely(() => localStorage.getItem(key))) || undefined

/** False when it is not stored. */
export const writeStored = (settings: Persistence, key: string, value: string): boolean =>
  mayStore(settings) && safely(() => localStorage.setItem(key, value) ?? true) === true

/** Also where nothing may be stored: an earlier page may have. */
export function removeStored(key: string): void {
  safely(() => localStorage.removeItem(key))
}

export const markDenied = (): void => safely(() => localStorage.setItem(DENIED_KEY, String(Date.now())))

/** 0 where nothing of it is left. */
export const readDeniedAt = (): number => Number(safely(() => localStorage.getItem(DENIED_KEY)))
