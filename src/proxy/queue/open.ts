/** Opens the database that RINGUP_DATABASE names. */
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
  // A test that sets the time sets both clocks, unless it says otherwise.
  const monotonic = options.monotonic ?? now
  return openIn(await openStore({ database, schema, now }, 'proxy'), { ...options, ...(monotonic && { monotonic }) })
}

/** Opens an existing database. @throws Error in a sentence when it does not exist, or cannot be used */
export async function openQueueAdmin({ database, schema, now, seal }: Place & { seal: Seal }): Promise<QueueAdmin> {
  return createQueueAdmin(await openStore({ database, schema, now }, 'operator'), seal)
}

/** Loads the driver of this database only, so that a command starts quickly. */
async function openStore({ database, schema, now }: Place, by: 'proxy' | 'operator'): Promise<Store> {
  if (isPostgres(database)) {
    const { connect } = await import('./store/postgres.js')
    return connect(database, { schema, now })
  }
  const { openForOperator, openForProxy } = await import('./store/libsql.js')
  return by === 'proxy' ? openForProxy(database, { now }) : openForOperator(database, { now })
}
