/** Which database holds the events: as it is named. */
import type { Seal } from '../seal.js'
import { isPostgres } from '../settings.js'
import type { OpenQueue } from './index.js'
import { createQueueAdmin, type QueueAdmin } from './operator/index.js'
import { openIn, type QueueOptions } from './queue.js'
import type { Store } from './store/index.js'

export interface Place {
  /** A file, or `postgres://…`. */
  database: string
  /** The Postgres schema. */
  schema?: string | undefined
  now?: (() => number) | undefined
}

/** @throws Error in a sentence when the database cannot be used */
export async function openQueue({ database, schema, now, ...options }: Place & QueueOptions): Promise<OpenQueue> {
  // Where a test tells the time, it never jumps, unless the test says so.
  const monotonic = options.monotonic ?? now
  return openIn(await openStore({ database, schema, now }, 'proxy'), { ...options, ...(monotonic && { monotonic }) })
}

/** @throws Error in a sentence when there is no database yet, or it cannot be used; never makes one */
export async function openQueueAdmin({ database, schema, now, seal }: Place & { seal: Seal }): Promise<QueueAdmin> {
  return createQueueAdmin(await openStore({ database, schema, now }, 'operator'), seal)
}

/** Loads the driver of this database alone: a command starts quicker. */
async function openStore({ database, schema, now }: Place, by: 'proxy' | 'operator'): Promise<Store> {
  if (isPostgres(database)) {
    const { connect } = await import('./store/postgres.js')
    return connect(database, { schema, now })
  }
  const { openForOperator, openForProxy } = await import('./store/libsql.js')
  return by === 'proxy' ? openForProxy(database, { now }) : openForOperator(database, { now })
}
