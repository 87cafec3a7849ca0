/** Starts a real Postgres for one test file: the system's programs, a free port on loopback, and a temporary folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPort } from './free-port.js'
import { findPostgres } from './programs.mjs'

const programs = findPostgres()

export const PASSWORD = 'pass-w0rd-of-the-database'

/** An empty database. A removed one is emptied and used again, because a new one takes a thousand files. */
export interface NewDatabase {
  url: string
  remove(): Promise<void>
}

export interface Postgres {
  port: number
  /** Variables for `psql`, as the server's administrator. */
  environment: Record<string, string>
  newDatabase(): Promise<NewDatabase>
  /** Returns an empty database. It may still have the empty tables of an earlier test. */
  newQueueDatabase(): Promise<NewDatabase>
  /** Kills the server, as a power cut does. It cannot finish or flush anything. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends the server and removes its folder. */
  remove(): Promise<void>
}

/**
 * @param isDurable true: with production's durability; false: faster
 * @param isStandby true: a read-only server that waits for another server's changes
 */
export async function startPostgres({ isDurable = false, isStandby = false } = {}): Promise<Postgres> {
  if (!programs) throw new Error('Postgres is not installed on this machine.')
  const folder = mkdtempSync(join(tmpdir(), 'ringup-postgres-'))
  const data = join(folder, 'data')
  const port = await findPort()
  const toUrl = (name: string) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${name}`
  const user = findUser()
  writeFileSync(join(folder, 'password'), PASSWORD)
  if (user) for (const path of [folder, join(folder, 'password')]) chownSync(path, user.uid, user.gid)
  // SCRAM computes thousands of hashes for each connection, so md5 is faster.
  const auth = ['-U', 'postgres', '-A', 'md5', `--pwfile=${join(folder, 'password')}`]
  const options = { cwd: folder, stdio: 'ignore', ...user } as const
  execFileSync(join(programs, 'initdb'), ['-D', data, ...auth, '-E', 'UTF8', '--locale=C', '--no-sync'], options)
  if (isStandby) writeFileSync(join(data, 'standby.signal'), '')
  const made = new Set<string>()
  const empty: string[] = []
  const withTables: NewDatabase[] = []
  let server: ChildProcess | undefined

  /** Undefined if the server has ended, because a killed process still has its memory. */
  async function tryToStart(): Promise<ChildProcess | undefined> {
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'shared_buffers=32MB',
      'jit=off',
    ]
    settings.push('recovery_init_sync_method=syncfs') // faster than file by file after a kill
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

/** Keeps the schema's version, because the tables stay. */
const EMPTY_TABLES = `
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'ringup' LOOP
      EXECUTE format('DELETE FROM ringup.%I %s', name, CASE name WHEN 'meta' THEN 'WHERE name <> ''schema''' END);
    END LOOP;
  END $$`

/** Starts a pooler in front of the server. It has two connections and lends each for one transaction. */
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

/** Starts one address for several servers. A connection stays with its server until it is cut. */
export async function startRelay(serverPort: number) {
  const sockets = new Set<Socket>()
  const listening = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect(relay.serverPort, '127.0.0.1')
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => relay.isHanging || to.write(data)).on('error', () => {})
      from.on('end', () => relay.isHanging || to.end()).on('close', () => relay.isHanging || to.destroy())
    }
  })
  const relay = {
    serverPort,
    /** True: it swallows all data, the end of a connection too. */
    isHanging: false,
    port: 0,
    cut: () => sockets.forEach((socket) => void socket.destroy()),
    stop() {
      listening.close()
      relay.cut()
    },
  }
  await once(listening.listen(0, '127.0.0.1'), 'listening')
  relay.port = (listening.address() as AddressInfo).port // it listens on TCP
  return relay
}

/** Opens a second connection to a database, for queries of a test. Its search path contains the ledger's schema. */
export async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=ringup', types: { getTypeParser } })
  client.on('error', () => {}) // if the server ends, the query's own error reports it
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Counts (int8) are read as numbers. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text')

/** The server's user if we are root, because Postgres refuses to run as root. */
function findUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(users) ?? /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}
