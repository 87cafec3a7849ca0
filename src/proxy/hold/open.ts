/** Which engine holds the events: as the database is named. */
import type { Seal } from '../seal.js'
import { isPostgres } from '../settings.js'
import type { Hold, Ledger } from './index.js'
import { createPostgresHold } from './postgres.js'
import { createPostgresLedger } from './postgres-ledger.js'
import { createSqliteHold } from './sqlite.js'
import { createSqliteLedger } from './sqlite-ledger.js'

interface Options {
  /** A file, or `postgres://…`. */
  database: string
  seal: Seal
}

interface HoldOptions extends Options {
  /** Called when an event, or what the operator has changed, could not be read. It is tried again. */
  onUnread: (error: unknown, id?: string) => void
}

/** @throws Error in a sentence when the database cannot be used */
export async function openHold({ database, seal, onUnread }: HoldOptions): Promise<Hold> {
  if (isPostgres(database)) return createPostgresHold({ url: database, seal })
  return createSqliteHold({ file: database, seal, onUnread })
}

/** @throws Error in a sentence when there is no database yet, or it cannot be used; never makes one */
export async function openLedger({ database, seal }: Options): Promise<Ledger> {
  if (isPostgres(database)) return createPostgresLedger({ url: database, seal })
  return createSqliteLedger({ file: database, seal })
}
