/** SQL as SQLite has it, whoever runs it. */
import type { Dialect } from './index.js'

export const SQLITE: Dialect = {
  before: '',
  sequence: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  bytes: 'blob',
  asIndex: 'WITHOUT ROWID',
  lockRows: '',
  after: '',
  sortByBytes: () => '', // its own order is that
}
