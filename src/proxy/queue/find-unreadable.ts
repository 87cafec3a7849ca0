/** Finds waiting events that no key of RINGUP_KEY opens. They wait for a key, and health reports them. */
import type { Seal } from '../seal.js'
import type { Reader } from './operator/listed.js'
import type { Ask } from './store/index.js'
import type { Transition } from './types.js'

/** The beginning of a record: its format and the name of its key. See seal.ts. */
const HEAD = 'substr(payload, 1, 5)'

/** Marks unreadable events, and makes those due that a key opens again. @returns the number of unreadable events */
export async function markUnreadable({ ask, nowMs }: Transition, seal: Seal): Promise<number> {
  await ask("UPDATE events SET due = ?1 WHERE state = 'waiting' AND reason = 'unreadable'", [nowMs])
  const unknown = await readUnknown(ask, seal)
  for (const { head } of unknown) await ask(MARK, [Buffer.from(head)])
  return toSum(unknown)
}

/** Counts unreadable events without changing the database. */
export const countUnreadable = async ({ ask, seal }: Pick<Reader, 'ask' | 'seal'>) =>
  toSum(await readUnknown(ask, seal))

interface Head {
  head: Uint8Array
  events: number
}

const readUnknown = async (ask: Ask, seal: Seal) =>
  (await ask<Head>(HEADS)).filter(({ head }) => !seal.knows(Buffer.from(head)))

const toSum = (heads: Head[]) => heads.reduce((all, { events }) => all + events, 0)

const HEADS = `
  SELECT ${HEAD} AS head, count(*) AS events FROM events JOIN payloads ON payloads.seq = events.seq
  WHERE state = 'waiting' GROUP BY 1`
const MARK = `
  UPDATE events SET reason = 'unreadable', detached = 1
  WHERE state = 'waiting' AND (SELECT ${HEAD} FROM payloads WHERE payloads.seq = events.seq) = ?1`
