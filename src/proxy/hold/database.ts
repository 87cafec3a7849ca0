/** What the hold needs of SQLite, whoever runs it: libsql on Node, a Durable Object on Cloudflare. */
import type { Hash } from '../seal.js'

export interface Statement {
  /** Parameters go in one array: from a list of them libsql makes one, which takes as long as the rest of the call. */
  all(parameters?: unknown[]): unknown[]
  run(parameters?: unknown[]): { changes: number }
}

export interface Database {
  prepare(sql: string): Statement
  /**
   * All that `write` does, or nothing of it.
   *
   * @throws before `write` is called when somebody else writes for long
   */
  transact<Result>(write: () => Result): Result
  /** Resolves once all that was committed is on the disk; where it is missing, `transact` returns only then. */
  sync?: () => Promise<void>
  /** Another number after somebody else has written. */
  readVersion(): number
  countPages(): number
  /** Overwrites the copies of deleted rows that are outside of the tables, where there are any. */
  overwriteDeleted?: () => void
}

/** A database whose schema is this version's, and the hashes that its own key makes. */
export interface OpenDatabase {
  db: Database
  hash: Hash
  close(): void
}
