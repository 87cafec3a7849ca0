/** One tab of the shop drains for all. */
import { untilLeft } from '../watch/page-life.js'

/**
 * Works in one tab of the shop at a time, where the browser has locks. Held no longer than the page is shown: a lock
 * keeps a page out of the back/forward cache.
 *
 * @returns false when another tab is at it
 */
export async function asOnlyTab(work: () => Promise<void>): Promise<boolean> {
  try {
    return await untilLeft((left) =>
      navigator.locks.request('ringup', { ifAvailable: true }, async (lock) => {
        if (lock) await Promise.race([work(), left])
        return lock !== null
      }),
    )
  } catch {
    await work() // no locks in this browser, on plain http or in a sandboxed frame
    return true
  }
}
