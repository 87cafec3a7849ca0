/**
 * What the snippet knows as `localStorage`, in a frame that has none: in memory, and written through to the page's own by
 * the pixel API, which is asynchronous. So an event is stored while it is being sent, and what earlier pages have left is
 * here a moment after the pixel has started. The build puts it in the place of the global.
 *
 * Storage that is refused or full costs no more than this browser forgetting the event.
 */
import type { BrowserStorage } from './pixel-api.js'

let page: BrowserStorage

/** Says where the page's storage is; before all else. */
export function openStorage(storage: BrowserStorage): void {
  page = storage
}

/** Begins every key in the page's storage, where the theme's snippet has keys of its own. */
const PREFIX = 'ringup-pixel:'
/** There in browsers that have ever kept something: in all others one question is enough, on every page of the shop. */
const MARK = 'ringup-pixel'

const methods: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (key) => (Object.keys(kept).includes(key) ? (kept[key] ?? null) : null),
  setItem(key, value) {
    kept[key] = value
    tell((page) => [page.setItem(PREFIX + key, value), page.setItem(MARK, '1')]) // the page may be left meanwhile
  },
  removeItem(key) {
    delete kept[key]
    tell((page) => [page.removeItem(PREFIX + key)])
  },
}

/** Has its keys as properties beside the methods, as the browser's own storage does. */
export const localStorage: typeof methods = Object.create(methods)
const kept = localStorage as typeof methods & Record<string, string>

/** Reads what earlier pages have left. What is newer is kept as it is. */
export async function loadStorage(): Promise<void> {
  const load = async (key: string) => {
    const value = await page.getItem(key)
    if (value !== null) kept[key.slice(PREFIX.length)] ??= value
  }
  await Promise.all((await readKeys()).map(load)).catch(() => {}) // as if there was nothing
}

/** Erases what is kept, here and in the page. */
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
  } catch {} // likewise
}
