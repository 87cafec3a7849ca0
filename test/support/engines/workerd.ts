/** The queue in Durable Objects of Cloudflare's runtime: one workerd for each test file, one object for each test database. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { Agent, request } from 'undici'
import { bundleForWorkers } from '../../../src/build/edge.mjs'
import type { Log } from '../../../src/proxy/log/line.js'
import { type Entry, type OpenQueue, type QueueAdmin, QueueFullError } from '../../../src/proxy/queue/index.js'
import { toUsualBounds } from '../bounds.js'
import { newFolder } from '../folder.js'
import type { Answered, Asked, Batch } from './queue-object.js'
import type { DatabaseOptions, TestDatabase } from './test-database.js'

/** @returns creates test databases, each in an object of its own */
export async function startWorkerd() {
  const folder = newFolder()
  const scriptPath = join(folder.path, 'queue-object.js')
  await bundleForWorkers({ entry: 'test/support/engines/queue-object.ts', outfile: scriptPath })
  const storage = join(folder.path, 'storage')
  const miniflare = new Miniflare({
    cf: false,
    host: '127.0.0.1',
    port: 0,
    name: 'queues',
    modules: true,
    scriptPath,
    modulesRoot: folder.path,
    compatibilityDate: readCompatibilityDate(),
    compatibilityFlags: ['nodejs_compat'],
    durableObjectsPersist: storage,
    durableObjects: { QUEUES: { className: 'QueueObject', useSQLite: true } },
  })
  const url = (await miniflare.ready).origin
  const dispatcher = new Agent()

  async function send(batch: Batch): Promise<Answered[]> {
    const { body } = await request(url, { method: 'POST', body: JSON.stringify(batch), dispatcher })
    return (await body.json()) as Answered[] // queue-object.ts has sent it
  }

  let databases = 0
  return {
    async newDatabase(): Promise<TestDatabase> {
      databases += 1
      return toDatabase(`database ${databases}`, send, storage)
    },
    async stop() {
      await dispatcher.close()
      await miniflare.dispose()
      folder.remove()
    },
  }
}

/** Reads the configuration here, because loading Wrangler takes seconds. */
function readCompatibilityDate(): string {
  const config = readFileSync('src/proxy/deploy/wrangler.jsonc', 'utf8')
  return /"compatibility_date": "([\d-]+)"/.exec(config)?.[1] ?? ''
}

type Send = (batch: Batch) => Promise<Answered[]>
type Act = <Result>(asked: Asked) => Promise<Result>

/** Sends all calls of one task as one request, because several requests could overtake each other. */
function createAct(name: string, send: Send, log: Log): Act {
  let batch: Batch | undefined
  let sent: Promise<Answered[]>
  return async <Result>(asked: Asked) => {
    const current = batch ?? { name, asked: [] }
    if (!batch) {
      batch = current
      sent = Promise.resolve().then(() => {
        batch = undefined
        return send(current)
      })
    }
    const position = current.asked.push(asked) - 1
    const answered = (await sent)[position]
    for (const line of answered?.lines ?? []) log(line)
    if (!answered || 'error' in answered)
      throw toError(answered?.error ?? { name: 'Error', message: 'The object did not answer.' })
    return answered.value as Result
  }
}

function toDatabase(name: string, send: Send, storage: string): TestDatabase {
  let logOfQueue: Log = () => {}
  const act = createAct(name, send, (line) => logOfQueue(line))
  const exec = (sql: string) => act<object[]>({ nowMs: 0, steadyMs: 0, todo: { sql } })

  /** @returns a proxy of the opened queue, whose calls happen at the time of the test's clock */
  async function open(
    as: 'queue' | 'admin',
    { keys, now = Date.now, monotonic = now, log, most, shop }: DatabaseOptions,
  ) {
    if (log) logOfQueue = log
    const toClocks = () => ({ nowMs: now(), steadyMs: monotonic() })
    const opening = {
      as,
      keys: keys.map((key) => Buffer.from(key).toString('base64')),
      most: toUsualBounds(most),
      ...(shop && { shop }),
    }
    const of = await act<number>({ ...toClocks(), todo: { open: opening } })
    return new Proxy({} as OpenQueue & QueueAdmin, {
      get: (_target, call) => {
        if (call === 'then') return undefined // not a promise
        const method = (...args: unknown[]) => act({ ...toClocks(), todo: { call: String(call), of, args } })
        return call === 'list' ? (filter?: object) => toIterable(() => method(filter)) : method
      },
    })
  }

  return {
    name: '',
    openQueue: (options) => open('queue', options),
    openAdmin: (options) => open('admin', options),
    async refuse(condition) {
      const when = condition.replace(/\b(list)\b/g, 'NEW.$1')
      await exec(
        `CREATE TRIGGER refused BEFORE INSERT ON events WHEN ${when} BEGIN SELECT RAISE(ABORT, 'refused'); END`,
      )
      return async () => void (await exec('DROP TRIGGER refused'))
    },
    async dump() {
      const id = await act<string>({ nowMs: 0, steadyMs: 0, todo: { id: true } })
      const files = readdirSync(storage, { recursive: true, withFileTypes: true })
      const own = files.filter((file) => file.isFile() && file.name.startsWith(id))
      return own.map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString('latin1')).join('')
    },
    remove: async () => {}, // the folder of all objects is removed at the end
  }
}

async function* toIterable(read: () => Promise<unknown>): AsyncIterable<Entry> {
  yield* (await read()) as Entry[] // `list` returns them
}

function toError({ name, message }: { name: string; message: string }): Error {
  return name === 'QueueFullError' ? new QueueFullError() : Object.assign(new Error(message), { name })
}
