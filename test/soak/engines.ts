/** The three engines of the queue, each behind the proxy that the build has made: what can be ended, and what can be measured. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readRssMb } from '../bench/proxy/proc.js'
import { createEdge } from '../support/edge.js'
import { ask, type Postgres, startPostgres } from '../support/postgres.js'
import { newFolder } from '../support/proxy.js'
import { createProxyProcess, run } from '../support/proxy-process.js'

/** Returns the operator's view of an event. */
interface Listed {
  id: string
  state: 'waiting' | 'dead'
  reason?: string
}

export interface Engine {
  proxy: { readonly url: string; start(): Promise<void>; kill(): Promise<void>; terminate(): Promise<unknown> }
  /** The process that holds the queue. */
  pid(): number
  /** Of that process; in workerd of the proxy alone, for V8 frees there late what it and miniflare's own Workers have dropped. */
  readMemoryMb(): Promise<number>
  /** A database that is a server of its own. */
  server?: Pick<Postgres, 'kill' | 'start'>
  databaseBytes(): Promise<number>
  list(): Promise<Listed[]>
  remove(): Promise<void>
}

interface Options {
  apiUrl: string
  origins: string
}

export const ENGINES: Record<string, (options: Options) => Promise<Engine>> = {
  SQLite: startOnSqlite,
  Postgres: startOnPostgres,
  workerd: startInWorkerd,
}

async function startOnSqlite(options: Options): Promise<Engine> {
  const folder = newFolder()
  const process = await startProcess(options, join(folder.path, 'ringup.db'))
  return { ...process, databaseBytes: async () => sizeOf(folder.path), remove: async () => folder.remove() }
}

async function startOnPostgres(options: Options): Promise<Engine> {
  const server = await startPostgres({ isDurable: true })
  const { url } = await server.newDatabase()
  return {
    ...(await startProcess(options, url)),
    server,
    async databaseBytes() {
      const [row] = await ask<{ bytes: number }>(url, 'SELECT pg_database_size(current_database()) AS bytes')
      return row?.bytes ?? 0
    },
    remove: server.remove,
  }
}

async function startProcess({ apiUrl, origins }: Options, database: string) {
  const environment = { RINGUP_API_URL: apiUrl, RINGUP_ORIGINS: origins, RINGUP_DATABASE: database }
  const proxy = await createProxyProcess(environment)
  await proxy.start()
  async function list() {
    const listing = run(environment, ['events', 'list', '--json'])
    await listing.ended
    return toListed(listing.said())
  }
  return { proxy, pid: proxy.pid, readMemoryMb: async () => readRssMb([proxy.pid()]), list }
}

/** A Worker of the same account: the only one to whom the proxy's tells anything. */
const OPERATOR = {
  name: 'operator',
  modules: true as const,
  script: 'export default { fetch: async (_request, { RINGUP }) => new Response(await RINGUP.list()) }',
  compatibilityDate: '2026-04-01',
  serviceBindings: { RINGUP: { name: 'ringup', entrypoint: 'Operator' } },
}

async function startInWorkerd({ apiUrl, origins }: Options): Promise<Engine> {
  const folder = newFolder()
  const vars = { RINGUP_API_URL: apiUrl, RINGUP_ORIGINS: origins }
  const bundle = join('dist', 'edge.js')
  const edge = createEdge({ bundle, folder: folder.path, vars, beside: [OPERATOR], isInspected: true })
  await edge.start()
  return {
    proxy: Object.assign(edge, { terminate: edge.stop }),
    pid: edge.pid,
    readMemoryMb: edge.readHeapMb,
    databaseBytes: async () => sizeOf(folder.path),
    list: async () => toListed(await (await fetch(await edge.urlOf('operator'))).text()),
    remove: async () => folder.remove(),
  }
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((bytes, { parentPath, name }) => bytes + statSync(join(parentPath, name)).size, 0)
}

function toListed(lines: string): Listed[] {
  return lines
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}
