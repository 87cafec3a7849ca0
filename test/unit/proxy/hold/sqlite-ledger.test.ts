/** What is SQLite's own in the operator's hold: it makes no file, and keeps a proxy waiting for no longer than it must. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSqliteHold } from '../../../../src/proxy/hold/sqlite.js'
import { createSqliteLedger } from '../../../../src/proxy/hold/sqlite-ledger.js'
import { createSeal } from '../../../../src/proxy/seal.js'
import { newFolder } from '../../../support/proxy.js'

const seal = createSeal([Buffer.alloc(32, 1)])

let folder: { path: string; remove: () => void }
let file: string
beforeEach(async () => {
  folder = newFolder()
  file = join(folder.path, 'ringup.db')
  await createSqliteHold({ file, seal }).close()
})
afterEach(() => folder.remove())

test('no row is looked for while it writes, for so long the proxy can answer no page', async () => {
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  await createSqliteLedger({ file, seal }).close()
  const writing = prepare.mock.calls.map(([sql]) => sql).filter((sql) => /^\s*(INSERT|REPLACE|UPDATE|DELETE)/.test(sql))
  prepare.mockRestore()
  const db = new Database(file)
  const plans = writing.map((sql) => db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]) // as SQLite documents it
  db.close()
  const steps = plans.flat().map(({ detail }) => detail)
  expect(steps.length).toBeGreaterThanOrEqual(writing.length)
  expect(steps.filter((step) => step.startsWith('SCAN') && step !== 'SCAN CONSTANT ROW')).toEqual([])
})

describe('opening', () => {
  test('never makes a database', () => {
    const absent = join(folder.path, 'absent.db')
    expect(() => createSqliteLedger({ file: absent, seal })).toThrow(
      /^The database file .*absent\.db cannot be used: there is no such file\.$/,
    )
    expect(existsSync(absent)).toBe(false)
  })

  test('of a file that is none of ours is refused', () => {
    writeFileSync(join(folder.path, 'empty.db'), '')
    expect(() => createSqliteLedger({ file: join(folder.path, 'empty.db'), seal })).toThrow(
      'no proxy of this version has used it yet',
    )
  })
})
