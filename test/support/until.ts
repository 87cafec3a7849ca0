/** Waits for a condition without a time limit of its own. The test runner ends a test that hangs. */
import { setTimeout } from 'node:timers/promises'

const LOOK_MS = 50

/** @returns the result, which is neither undefined nor false */
export async function until<Found>(look: () => Found | Promise<Found>): Promise<Exclude<Found, undefined | false>> {
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found as Exclude<Found, undefined | false> // not undefined and not false
    await setTimeout(LOOK_MS)
  }
}

/** Tells whether a server listens at the address. */
export const untilAnswered = (url: string): Promise<Response> => until(() => fetch(url).catch(() => undefined))
