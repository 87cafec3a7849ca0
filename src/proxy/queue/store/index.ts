/** What the queue needs of a database: a transaction, what reads without one, and a clock. */

/** Parameters are ?1, ?2 …, each with its number. @returns the rows, also of RETURNING */
export type Ask = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>

export interface Transaction {
  ask: Ask
  /** The database's time, so that proxies that share one agree. */
  nowMs: number
  /** Keeps all other transactions of these customers waiting for the end of this one. */
  lock(...customers: string[]): Promise<void>
  dialect: Dialect
}

/** Somebody waits for an arrival; nobody waits for what became of an event. */
export type Urgency = 'accept' | 'ack'

export interface Store {
  /** Where it is, for a sentence; without user or password. */
  place: string
  /** Several proxies may use it at once, so what one has claimed is written down. */
  isShared: boolean
  /** All that `work` does, durably, or nothing of it. May run it again, when it has met another. */
  transaction<Result>(urgency: Urgency, work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** What only reads. */
  read<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** Overwrites the copies of deleted rows that are outside of the tables, where there are any. */
  overwriteDeleted?(): void
  close(): Promise<void>
}

/** Where SQL differs. */
export interface Dialect {
  /** Asks for the `name` of each table there is. */
  tables: string
  /** Statements before the first table. */
  before: string
  /** Types of columns: a whole number; bytes; a key, as base64url, that is read in its order: bytewise, whatever the database's own is. */
  number: string
  bytes: string
  key: string
  /** Words behind a number that grows, is never given twice, and is the primary key. */
  sequence: string
  /** Words behind a table that is its primary key. */
  asIndex: string
  /** Words behind a SELECT: the rows are ours until the transaction ends, and those of others are left out. */
  lockRows: string
  /** Statements after the last table. */
  after: string
  /** How many of these rows, each of so many values, one statement takes; at least one. */
  toRowsAtOnce(rows: number, values: number): number
}
