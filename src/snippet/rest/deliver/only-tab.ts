/** One tab of the shop drains for all tabs. */

/**
 * Runs the work in one tab of the shop at a time, if the browser has locks. The lock is released when the shopper
 * leaves the page, because it would keep the page out of the back/forward cache.
 *
 * @returns false if another tab holds the lock
 */
export async function asOnlyTab(work: () => Promise<void>): Promise<boolean> {
  const { locks } = navigator
  if (!locks) return work().then(() => true) // on plain http
  let hasBegun = false
  const begin = (left: Promise<void>) =>
    locks.request('ringup', { ifAvailable: true }, async (lock) => {
      hasBegun = true
      if (lock) await Promise.race([work(), left])
      return lock !== null
    })
  try {
    return await untilLeft(begin)
  } catch {
    if (!hasBegun) await work() // a sandboxed frame refuses locks
    return true
  }
}

/** Gives the action a promise that resolves when the page is left, closed or put into the back/forward cache. */
async function untilLeft<T>(action: (left: Promise<void>) => Promise<T>): Promise<T> {
  let leave = () => {}
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  addEventListener('pagehide', leave)
  try {
    return await action(left)
  } finally {
    removeEventListener('pagehide', leave)
  }
}
