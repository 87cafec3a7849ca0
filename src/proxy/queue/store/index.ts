/** The database of the queue: transactions, reads without one, and a clock. */

/** Runs a statement. Parameters are ?1, ?2 …, each with its number. @returns the rows, also of RETURNING */
export type Ask = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>

export interface Transaction {
  ask: Ask
  /** The database's time, so that proxies that share one agree. */
  nowMs: number
  /** Blocks other transactions of these customers until this one ends. */
  lock(...customers: string[]): Promise<void>
  dialect: Dialect
}

/** A page waits for `accept`. No page waits for `ack`. */
export type Urgency = 'accept' | 'ack'

export interface Store {
  /** Where it is, for a sentence; without user or password. */
  place: string
  /** Several proxies may use it at once, so claims are written as leases. */
  isShared: boolean
  /** Does everything in `work` durably, or nothing. Runs `work` again if it conflicts with another transaction. */
  transaction<Result>(urgency: Urgency, work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** Runs statements that only read. */
  read<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** Overwrites copies of deleted rows outside of the tables, such as in a log. */
  overwriteDeleted?(): void
  close(): Promise<void>
}

/** Where SQL differs. */
export interface Dialect {
  /** Asks for the `name` of each table there is. */
  tables: string
  /** Statements before the first table. */
  before: string
  /** Types of columns: a whole number, bytes, and a key in base64url that is compared bytewise. */
  number: string
  bytes: string
  key: string
  /** Words behind a number that grows, is never given twice, and is the primary key. */
  sequence: string
  /** Words behind a table that is its primary key. */
  asIndex: string
  /** Words behind a SELECT that lock its rows until the transaction ends, and skip rows that others have locked. */
  lockRows: string
  /** Statements after the last table. */
  after: string
  /** How many of these rows, each with so many values, fit in one statement; at least one. */
  toRowsAtOnce(rows: number, values: number): number
}
