/**
 * The snippet's `localStorage` in a frame that has none. Values are in memory, and the asynchronous pixel API writes
 * them to the page's own storage. So an event is stored while it is being sent. Values of earlier pages are here a
 * moment after the pixel has started. The build replaces the global with this module.
 *
 * If storage is refused or full, this browser only forgets the event.
 */
import type { BrowserStorage } from './pixel-api.js'

let page: BrowserStorage

/** Sets the page's storage. Called first. */
export function openStorage(storage: BrowserStorage): void {
  page = storage
}

/** The start of every key in the page's storage, because the theme's snippet has its own keys there. */
const PREFIX = 'ringup-pixel:'
/**
 * The key that shows that this browser has stored an event before. In all other browsers, every page of the shop asks
 * for this key only.
 */
const MARK = 'ringup-pixel'

const methods: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (key) => (Object.keys(kept).includes(key) ? (kept[key] ?? null) : null),
  setItem(key, value) {
    kept[key] = value
    // the shopper may leave the page in the meantime
    tell((page) => [page.setItem(PREFIX + key, value), page.setItem(MARK, '1')])
  },
  removeItem(key) {
    delete kept[key]
    tell((page) => [page.removeItem(PREFIX + key)])
  },
}

/** The keys are properties next to the methods, as in the browser's own storage. */
export const localStorage: typeof methods = Object.create(methods)
const kept = localStorage as typeof methods & Record<string, string>

/** Reads the values of earlier pages. Newer values stay unchanged. */
export async function loadStorage(): Promise<void> {
  const load = async (key: string) => {
    const value = await page.getItem(key)
    if (value !== null) kept[key.slice(PREFIX.length)] ??= value
  }
  await Promise.all((await readKeys()).map(load)).catch(() => {}) // continues as if storage were empty
}

/** Erases all stored values, here and in the page. */
export async function eraseStorage(): Promise<void> {
  for (const key of Object.keys(kept)) delete kept[key]
  const keys = await readKeys()
  tell((page) => [...keys, MARK].map((key) => page.removeItem(key)))
}

async function readKeys(): Promise<string[]> {
  try {
    if ((await page.getItem(MARK)) === null) return []
    const keys = await Promise.all(Array.from({ length: await page.length() }, (_, index) => page.key(index)))
    return keys.filter((key) => key !== null).filter((key) => key.startsWith(PREFIX))
  } catch {
    return [] // refused
  }
}

function tell(what: (page: BrowserStorage) => Promise<unknown>[]): void {
  try {
    for (const answer of what(page)) answer.catch(() => {}) // refused or full
  } catch {} // refused
}
