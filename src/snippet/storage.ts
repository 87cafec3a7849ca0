/**
 * What outlives the page in localStorage: one key for each event, so that two tabs never write the same one.
 *
 * Storage may be refused, full, broken or cleared: a read then finds nothing, and a write is lost. That costs no more
 * than this browser forgetting the event once the page is gone.
 */
import { safely } from './safely.js'
import { settings } from './settings.js'

/** An event's key is this and its id; other scripts have keys of their own. */
export const EVENT_KEY = 'ringup:event:'
export const ACCEPTED_KEY = 'ringup:accepted'
/**
 * When consent was denied: other tabs hear of it by a `storage` event, and what was stored before is void. Gone once the
 * copies in IndexedDB are, which may take longer than this page is there.
 */
export const DENIED_KEY = 'ringup:denied'

/** False where the shop wants nothing stored. */
export const mayStore = (): boolean => settings.persist !== 'none'

/** `local` where events outlive the page, as far as can be seen without writing. */
export const readStorageKind = (): 'local' | 'memory' => (mayStore() && safely(() => localStorage) ? 'local' : 'memory')

/** The keys of all stored events. */
export const readEventKeys = (): string[] =>
  safely(() => Object.keys(localStorage).filter((key) => key.startsWith(EVENT_KEY))) ?? []

export const readStored = (key: string): string | undefined =>
  (mayStore() && safely(() => localStorage.getItem(key))) || undefined

/** False when it is not stored. */
export const writeStored = (key: string, value: string): boolean =>
  mayStore() && safely(() => localStorage.setItem(key, value) ?? true) === true

/** Also where nothing may be stored: an earlier page may have. */
export function removeStored(key: string): void {
  safely(() => localStorage.removeItem(key))
}

export const markDenied = (): void => safely(() => localStorage.setItem(DENIED_KEY, String(Date.now())))

/** 0 where nothing of it is left. */
export const readDeniedAt = (): number => Number(safely(() => localStorage.getItem(DENIED_KEY)))
