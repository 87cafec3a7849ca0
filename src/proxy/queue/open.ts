/** Which database holds the events: as it is named. */
import type { Seal } from '../seal.js'
import { isPostgres } from '../settings.js'
import { createQueueAdmin } from './admin.js'
import type { OpenQueue, QueueAdmin } from './index.js'
import { openIn, type QueueOptions } from './queue.js'
import { prepareForOperator } from './schema.js'
import * as libsql from './store/libsql.js'
import { connect } from './store/postgres.js'

interface Place {
  /** A file, or `postgres://…`. */
  database: string
  /** The Postgres schema. */
  schema?: string | undefined
  now?: (() => number) | undefined
}

/** @throws Error in a sentence when the database cannot be used */
export async function openQueue({ database, schema, now, ...options }: Place & QueueOptions): Promise<OpenQueue> {
  const store = isPostgres(database) ? connect(database, { schema, now }) : libsql.openForProxy(database, { now })
  return openIn(store, options)
}

/** @throws Error in a sentence when there is no database yet, or it cannot be used; never makes one */
export async function openQueueAdmin({ database, schema, now, seal }: Place & { seal: Seal }): Promise<QueueAdmin> {
  const store = isPostgres(database) ? connect(database, { schema, now }) : libsql.openForOperator(database, { now })
  return createQueueAdmin(store, { seal, hash: await prepareForOperator(store, { seal }) })
}
