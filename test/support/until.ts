/** Waits for a condition, as long as that takes. What hangs is ended by the runner, whose limit is the only one. */
import { setTimeout } from 'node:timers/promises'

const LOOK_MS = 50

/** @returns what was found: anything but undefined and false */
export async function until<Found>(look: () => Found | Promise<Found>): Promise<Exclude<Found, undefined | false>> {
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found as Exclude<Found, undefined | false> // neither of these
    await setTimeout(LOOK_MS)
  }
}

/** Somebody listens at the address. */
export const untilAnswered = (url: string): Promise<Response> => until(() => fetch(url).catch(() => undefined))
