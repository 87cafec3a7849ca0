/** The queue's databases, for suites that run on each of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, describe } from 'vitest'
import { openQueue, openQueueAdmin } from '../../src/proxy/queue/open.js'
import { createSeal } from '../../src/proxy/seal.js'
import { toUsualBounds } from './bounds.js'
import type { TestDatabase } from './engines/test-database.js'
import { startWorkerd } from './engines/workerd.js'
import { newFolder } from './folder.js'
import { isLong } from './long.js'
import { ask, type Postgres, startPostgres } from './postgres.js'
import { isInstalled } from './programs.mjs'

interface Engine {
  name: string
  /** Several proxies may use a database at one time. */
  isShared?: true
  isInstalled: boolean
  /** Starts the engine for one test file. */
  start(): Promise<{ newDatabase: NewDatabase; stop(): Promise<void> }>
}

/** @param inMemory the test does not open the database a second time, so SQLite needs no file */
type NewDatabase = (inMemory?: boolean) => Promise<TestDatabase>
type DescribeOne = (newDatabase: NewDatabase, isShared: boolean) => void

const SQLITE: Engine = {
  name: 'SQLite',
  isInstalled: true,
  start: async () => ({ newDatabase: newFile, stop: async () => {} }),
}
const POSTGRES: Engine = { name: 'Postgres', isShared: true, isInstalled: isInstalled('postgres'), start: startServer }
/** `STORE=SQLite` chooses one engine. */
const ENGINES: Engine[] = [SQLITE, POSTGRES, { name: 'workerd', isInstalled: true, start: startWorkerd }].filter(
  ({ name }) => process.env.STORE === undefined || process.env.STORE === name,
)

/**
 * Runs a suite on each engine that is installed. `npm test` runs it on SQLite only, because all engines share one SQL text. The long
 * run has all engines.
 *
 * @param onEach true: on each engine in `npm test` too, for promises of a store itself, such as transactions, locks, leases, its clock
 *   and order
 */
export function describeEngines(promises: string, describeOne: DescribeOne, { onEach = isLong } = {}) {
  describeEach(onEach ? ENGINES : [SQLITE], promises, describeOne)
}

/** Runs a suite on the engines of a proxy on Node. */
export function describeDatabases(promises: string, describeOne: DescribeOne) {
  describeEach(isLong ? [SQLITE, POSTGRES] : [SQLITE], promises, describeOne)
}

function describeEach(engines: Engine[], promises: string, describeOne: DescribeOne) {
  describe.each(engines)(`${promises} ($name)`, ({ isInstalled, isShared = false, start }) => {
    describe.skipIf(!isInstalled)('', () => {
      let engine: Awaited<ReturnType<typeof start>>
      beforeAll(async () => {
        engine = await start()
      })
      afterAll(() => engine.stop())
      describeOne((inMemory) => engine.newDatabase(inMemory), isShared)
    })
  })
}

async function newFile(inMemory = false): Promise<TestDatabase> {
  const folder = newFolder()
  const file = inMemory ? ':memory:' : join(folder.path, 'ringup.db')
  function use<Result>(act: (db: Database.Database) => Result): Result {
    const db = new Database(file)
    try {
      return act(db)
    } finally {
      db.close()
    }
  }
  const change = async (sql: string) => use((db) => void db.exec(sql))
  return {
    name: file,
    openQueue: ({ keys, most, ...options }) =>
      openQueue({ database: file, log: () => {}, seal: createSeal(keys), most: toUsualBounds(most), ...options }),
    openAdmin: ({ keys, ...options }) => openQueueAdmin({ database: file, seal: createSeal(keys), ...options }),
    async refuse(condition) {
      const when = condition.replace(/\b(list)\b/g, 'NEW.$1')
      await change(
        `CREATE TRIGGER refused BEFORE INSERT ON events WHEN ${when} BEGIN SELECT RAISE(ABORT, 'refused'); END`,
      )
      return () => change('DROP TRIGGER refused')
    },
    dump: async () =>
      readdirSync(folder.path, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => readFileSync(join(folder.path, name)).toString('latin1'))
        .join(''),
    remove: async () => folder.remove(),
  }
}

async function startServer() {
  const server: Postgres = await startPostgres()
  return { newDatabase: () => newDatabase(server), stop: server.remove }
}

async function newDatabase(server: Postgres): Promise<TestDatabase> {
  const { url, remove } = await server.newQueueDatabase()
  const change = async (sql: string) => void (await ask(url, sql))
  return {
    name: url,
    openQueue: ({ keys, most, ...options }) =>
      openQueue({ database: url, log: () => {}, seal: createSeal(keys), most: toUsualBounds(most), ...options }),
    openAdmin: ({ keys, ...options }) => openQueueAdmin({ database: url, seal: createSeal(keys), ...options }),
    async refuse(condition) {
      await change(`ALTER TABLE events ADD CONSTRAINT refused CHECK (NOT (${condition})) NOT VALID`)
      return () => change(`ALTER TABLE events DROP CONSTRAINT refused`)
    },
    async dump() {
      const tables = await ask<{ name: string }>(
        url,
        "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'ringup'",
      )
      const rows = await Promise.all(tables.map(({ name }) => ask(url, `SELECT * FROM ${name}`)))
      const toText = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))
      return rows
        .flat()
        .flatMap((row) => Object.values(row).map(toText))
        .join(' ')
    },
    remove,
  }
}
