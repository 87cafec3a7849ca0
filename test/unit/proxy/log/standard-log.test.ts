/** Promise: a line of the log has selected fields in known forms, whatever is passed. */
import { expect, test } from 'vitest'
import type { Line } from '../../../../src/proxy/log/line.js'
import { createLog } from '../../../../src/proxy/log/standard-log.js'

function write(line: object): Record<string, unknown> {
  const lines: string[] = []
  createLog({ write: (text) => void lines.push(text) })(line as Line) // other code may pass anything
  const { time, ...rest } = JSON.parse(lines.join('')) as Record<string, unknown>
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT/)
  return rest
}

test('a request is one line', () => {
  const line = { event: 'request', method: 'POST', status: 202, ms: 1.5, kind: 'convert', ignored: 0, bytes: 345 }
  expect(write(line)).toEqual({ level: 'info', ...line })
})

test.each<[name: string, value: unknown, reason: string]>([
  ['email', 'ada@example.com', 'not a field'],
  ['ip', '192.0.2.1', 'not a field'],
  ['body', { email: 'ada@example.com' }, 'not a field'],
  ['id', 'ada@example.com', 'no id'],
  ['kind', 'ada', 'no kind'],
  ['list', 'Ada Lovelace', 'no alias'],
  ['method', 'ADA-LOVELACE', 'an unknown method'],
  ['code', 'ada@example.com', 'no code'],
  ['status', '202; ada', 'no number'],
  ['bytes', 4_111_111_111_111_111, 'a number that a shop chose'],
])('the field is left out: %s: %j (%s)', (name, value) => {
  expect(write({ event: 'request', [name]: value })).toEqual({ level: 'info', event: 'request' })
})

test.each([
  ['no_session', 'no_session', 'a code'],
  ['SqliteError: database or disk is full', 'SqliteError: database or disk is full', 'SQLite quotes no values'],
  ['SqliteError: near "ada@example.com": syntax error', 'SqliteError: near …: syntax error', 'but quotes a statement'],
  ['PostgresError: its disk is full (53100)', 'PostgresError: its disk is full (53100)', 'our own words'],
  ['error: duplicate key, (ada@example.com)', 'Error', 'Postgres’ own words quote values'],
  ['Error: no such table: x: SQLITE_ERROR', 'Error: no such table: x: SQLITE_ERROR', 'SQLite in a Durable Object'],
  [
    'Error: near "ada": syntax error at offset 0: SQLITE_ERROR',
    'Error: near …: syntax error at offset 0: SQLITE_ERROR',
    'there too',
  ],
  ['Error: ada@example.com', 'Error', 'without a code of SQLite'],
  ['Error: Error: ENOSPC: the disk is full', 'Error: ENOSPC: the disk is full', 'the queue'],
  ["Error: ENOSPC: no space left, write '/home/ada'", 'Error: ENOSPC: no space left, write …', 'the system'],
  ['SyntaxError: Unexpected token a in ada@example.com', 'SyntaxError', 'JSON.parse quotes what it read'],
  ['TypeError: ada is not a function', 'TypeError', 'an error in our own code'],
  ['TypeError', 'TypeError', 'without a message'],
  ['ada@example.com', 'Error', 'anything else'],
  ['', 'Error', 'nothing'],
])('a reason is a code, or the safe part of an error: %j is %j (%s)', (reason, told) => {
  expect(write({ event: 'failed', reason }).reason).toBe(told)
})
