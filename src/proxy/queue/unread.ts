/**
 * What could not be read, for a page of the file is damaged, or the disk is in trouble. It is left out for a while, and so keeps
 * nothing else waiting.
 */
import type { Working } from './core.js'
import type { HeldList } from './held-lists.js'
import type { Transaction } from './store/index.js'

/** When to ask for it again. */
const UNREAD_MS = 30_000

/** What could be read goes on in a new transaction: this one cannot be committed any more. */
export class UnreadError extends Error {}

/** An event's number; or a list's name, when the list's first event is not known, either. */
type Part = number | string

export function createUnread({ store, log }: Pick<Working, 'store' | 'log'>) {
  const parts = new Map<Part, number>()

  /** @throws UnreadError, or the error itself where others use the database, too: then it is no page of ours */
  function leave(error: unknown, { nowMs }: Transaction, unread: Part[]): never {
    if (store.isShared) throw error
    for (const part of unread) parts.set(part, nowMs + UNREAD_MS)
    log({ event: 'queue_failed', reason: String(error) })
    throw new UnreadError()
  }

  /** What `read` finds of each list that is not left out. */
  async function readEach<Row>(
    transaction: Transaction,
    lists: HeldList[],
    read: (transaction: Transaction, list: HeldList) => Promise<Row | undefined>,
  ): Promise<Row[]> {
    const rows: Row[] = []
    for (const held of lists) {
      if (parts.has(held.list)) continue
      const row = await read(transaction, held).catch((error) => leave(error, transaction, [held.list]))
      if (row) rows.push(row)
    }
    return rows
  }

  return {
    leave,
    readEach,
    count: () => parts.size,
    /** Until when this event is left out; 0: it is not. */
    toUntilMs: (seq: number) => parts.get(seq) ?? 0,
    /** What has been left out for long enough is asked for again. */
    forget({ nowMs }: Transaction) {
      for (const [part, untilMs] of parts) if (untilMs <= nowMs) parts.delete(part)
    },
  }
}
