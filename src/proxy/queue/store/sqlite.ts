/** The SQL dialect of SQLite, for a file and for a Durable Object. */
import type { Dialect } from './index.js'

/**
 * A power of two, so that few statements have to be prepared and kept: 23 rows are 16, 4, 2 and 1.
 *
 * @param mostValues that one statement may have
 */
export const toSqlite = (mostValues: number): Dialect => ({
  tables: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'",
  before: '',
  number: 'INTEGER',
  bytes: 'blob',
  key: 'text',
  sequence: 'PRIMARY KEY AUTOINCREMENT',
  asIndex: 'WITHOUT ROWID',
  lockRows: '',
  after: '',
  toRowsAtOnce: (rows, values) => 2 ** Math.floor(Math.log2(Math.max(Math.min(rows, mostValues / values), 1))),
})
