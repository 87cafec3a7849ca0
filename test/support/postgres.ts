/** A real Postgres for one test file: the system's programs, a free port of the loopback, a folder that goes with it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPort } from './free-port.js'
import { findPostgres } from './programs.mjs'

const programs = findPostgres()

export const PASSWORD = 'pass-w0rd-of-the-database'

/** An empty database. Removed, it is emptied for the next, for making one takes a thousand files. */
export interface NewDatabase {
  url: string
  remove(): Promise<void>
}

export interface Postgres {
  port: number
  /** Variables for `psql`, as the server's administrator. */
  environment: Record<string, string>
  newDatabase(): Promise<NewDatabase>
  /** Makes a database that may have the tables of the queue from the test before, emptied. */
  newQueueDatabase(): Promise<NewDatabase>
  /** Stops the server as a power cut does: nothing is finished, nothing is flushed. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it, and what it has. */
  remove(): Promise<void>
}

/**
 * @param isDurable as it is in production; else it is quicker
 * @param isStandby it waits for what another has written, and can only be read
 */
export async function startPostgres({ isDurable = false, isStandby = false } = {}): Promise<Postgres> {
  if (!programs) throw new Error('There is no Postgres on this machine.')
  const folder = mkdtempSync(join(tmpdir(), 'ringup-postgres-'))
  const data = join(folder, 'data')
  const port = await findPort()
  const toUrl = (name: string) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${name}`
  const user = findUser()
  writeFileSync(join(folder, 'password'), PASSWORD)
  if (user) for (const path of [folder, join(folder, 'password')]) chownSync(path, user.uid, user.gid)
  // Quicker than SCRAM, whose thousands of hashes make each connection slow.
  const auth = ['-U', 'postgres', '-A', 'md5', `--pwfile=${join(folder, 'password')}`]
  const options = { cwd: folder, stdio: 'ignore', ...user } as const
  execFileSync(join(programs, 'initdb'), ['-D', data, ...auth, '-E', 'UTF8', '--locale=C', '--no-sync'], options)
  if (isStandby) writeFileSync(join(data, 'standby.signal'), '')
  const made = new Set<string>()
  const empty: string[] = []
  const withTables: NewDatabase[] = []
  let server: ChildProcess | undefined

  /** Undefined: it has ended, for what was killed still has its memory. */
  async function tryToStart(): Promise<ChildProcess | undefined> {
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'shared_buffers=32MB',
      'jit=off',
    ]
    settings.push('recovery_init_sync_method=syncfs') // quicker than file by file, after it was killed
    if (!isDurable) settings.push('fsync=off', 'full_page_writes=off')
    const args = settings.flatMap((setting) => ['-c', setting])
    const child = spawn(join(programs ?? '', 'postgres'), ['-D', data, ...args], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ready = new Promise<ChildProcess>((resolve) => {
      child.stderr.on('data', (said) => /ready to accept (read-only )?connections/.test(String(said)) && resolve(child))
    })
    return Promise.race([ready, once(child, 'close').then(() => undefined)])
  }

  async function start() {
    do server = await tryToStart()
    while (!server)
  }

  async function end(signal: NodeJS.Signals) {
    const ended = server && once(server, 'close')
    server?.kill(signal)
    await ended
    server = undefined
  }

  async function newDatabase(): Promise<NewDatabase> {
    const name = empty.pop() ?? `test_${randomBytes(6).toString('hex')}`
    const url = toUrl(name)
    if (!made.has(name)) await ask(toUrl('postgres'), `CREATE DATABASE ${name}`)
    made.add(name)
    const remove = async () => {
      await ask(url, `DROP SCHEMA IF EXISTS ringup CASCADE; ALTER DATABASE ${name} RESET ALL`)
      empty.push(name)
    }
    return { url, remove }
  }

  async function newQueueDatabase(): Promise<NewDatabase> {
    const database = withTables.pop() ?? (await newDatabase())
    const remove = async () => {
      await ask(database.url, EMPTY_TABLES)
      withTables.push(database)
    }
    return { url: database.url, remove }
  }

  await start()
  return {
    port,
    environment: {
      PATH: `${programs}:${process.env.PATH}`,
      PGHOST: '127.0.0.1',
      PGPORT: String(port),
      PGUSER: 'postgres',
      PGPASSWORD: PASSWORD,
    },
    newDatabase,
    newQueueDatabase,
    kill: () => end('SIGKILL'),
    start,
    async remove() {
      await end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** But for the schema's version, for the tables are there. */
const EMPTY_TABLES = `
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'ringup' LOOP
      EXECUTE format('DELETE FROM ringup.%I %s', name, CASE name WHEN 'meta' THEN 'WHERE name <> ''schema''' END);
    END LOOP;
  END $$`

/** A pooler in front of it that lends a connection for one transaction, and has two. */
export async function startPooler(postgres: Postgres): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'ringup-pooler-'))
  const port = await findPort()
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
     * = host=127.0.0.1 port=${postgres.port} user=postgres password=${PASSWORD}
     [pgbouncer]
     listen_addr = 127.0.0.1
     listen_port = ${port}
     unix_socket_dir =
     auth_type = any
     pool_mode = transaction
     default_pool_size = 2`,
  )
  const user = findUser()
  if (user) for (const path of [folder, settings]) chownSync(path, user.uid, user.gid)
  const child = spawn('pgbouncer', [settings], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...user })
  const ended = once(child, 'close')
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (said) => String(said).includes('process up') && resolve())
    ended.then(() => reject(new Error('The pooler has ended.')), reject)
  })
  return {
    port,
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Looks into a database, beside those who use it; tables of the hold need no schema before their names. */
export async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=ringup', types: { getTypeParser } })
  client.on('error', () => {}) // the server is being ended: the query says so
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Counts are numbers here. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text')

/** Whom it runs as when we are root, whom it refuses. */
function findUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(users) ?? /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}
