/** The failed tries of an event, in one column of its row. */
import type { Reason } from './types.js'

/** If there are more tries than this, the first and the latest ones are kept. */
const MAX_TRIES = 20

/** The time of a try, how it ended, and the status that the API answered. */
type Try = [atMs: number, what: Reason, status?: number]

/** Adds a try, as JSON. */
export function addTry(tries: string | null, atMs: number, reason: Reason, status?: number): string {
  const all: Try[] = [...readTries(tries), status === undefined ? [atMs, reason] : [atMs, reason, status]]
  return JSON.stringify(all.length > MAX_TRIES ? [...all.slice(0, 1), ...all.slice(2)] : all)
}

export const readTries = (tries: string | null): Try[] => (tries === null ? [] : JSON.parse(tries)) // `addTry` wrote it
