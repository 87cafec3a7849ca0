/**
 * The queue of a file in a thread of its own: SQLite blocks while it writes, waits for the disk, or for an operator's
 * command, and meanwhile pages must be answered.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type MessagePort, Worker } from 'node:worker_threads'
import type { Line, Log } from '../log/line.js'
import { createSeal } from '../seal.js'
import { isPostgres, type Settings } from '../settings.js'
import { type Core, type Failure, toFailure } from './core.js'
import type { OpenQueue, Operator } from './index.js'
import { openPlace } from './open.js'
import { createQueue, toError } from './queue.js'
import { type BoundsSettings, toBounds } from './rules.js'

/** What the thread is told, at its start. */
export type ThreadSettings = Pick<Settings, 'database' | 'schema' | 'keys' | 'apiUrl' | 'origins'> & BoundsSettings

/** Of the core, or of what it has for the operator. */
type Method = Exclude<keyof Core, 'operator'> | `operator.${keyof Operator}`
type Run<Name extends Method> =
  Name extends Exclude<keyof Core, 'operator'>
    ? Core[Name]
    : Name extends `operator.${infer Own extends keyof Operator}`
      ? Operator[Own]
      : never
interface Call {
  number: number
  method: Method
  values: unknown[]
}
type Answer = { number: number; result: unknown } | { number: number; failure: Failure } | { line: Line }

/**
 * The thread's file, which the build puts beside the module that starts it.
 *
 * @returns undefined for TypeScript run as it is: tests have the queue in their own thread
 * @throws Error when a build has left it out: in the proxy's own thread SQLite would keep all pages waiting
 */
export function findWorker(module: string): URL | undefined {
  if (module.endsWith('.ts')) return undefined
  const file = new URL('./queue-worker.js', module)
  if (existsSync(fileURLToPath(file))) return file
  throw new Error(
    `The file ${fileURLToPath(file)} is missing. It belongs beside the proxy: install or build Ringup again.`,
  )
}

/** @throws Error in a sentence when the database cannot be used */
export async function startQueue(settings: Settings, log: Log): Promise<OpenQueue> {
  const file = isPostgres(settings.database) ? undefined : findWorker(import.meta.url)
  if (!file) return createQueue(await openBySettings(settings, log))
  const { schema, keys, database, apiUrl, origins } = settings
  const { queueEvents, queueBytes, deadLetters, deadLetterBytes, dailyConversions, dailySignUps } = settings
  const bounds = { queueEvents, queueBytes, deadLetters, deadLetterBytes, dailyConversions, dailySignUps }
  const workerData: ThreadSettings = { schema, keys, database, apiUrl, origins, ...bounds }
  const worker = new Worker(file, { workerData })
  const call = createCalls(worker, log)
  // As if it had happened here: the process ends, and begins again with all that it has accepted.
  worker.on('error', (error) => {
    throw error
  })
  // The first question is answered once the database is open.
  await call('nextInMs', []).catch(async (error: unknown) => {
    await worker.terminate()
    throw error
  })
  return createQueue({
    write: (writes) => call('write', [writes]),
    claim: (...which) => call('claim', which),
    release: (ids) => call('release', [ids]),
    wake: (reason) => call('wake', [reason]),
    nextInMs: () => call('nextInMs', []),
    sweep: () => call('sweep', []),
    record: (tally) => call('record', [tally]),
    takeActs: () => call('takeActs', []),
    count: () => call('count', []),
    readNote: (name) => call('readNote', [name]),
    writeNote: (...note) => call('writeNote', note),
    async close() {
      await call('close', [])
      await worker.terminate()
    },
    operator: {
      page: (...which) => call('operator.page', which),
      read: (id) => call('operator.read', [id]),
      find: (which) => call('operator.find', [which]),
      findOrders: (orders) => call('operator.findOrders', [orders]),
      send: (id) => call('operator.send', [id]),
      replay: (which) => call('operator.replay', [which]),
      drop: (which) => call('operator.drop', [which]),
      erase: (email) => call('operator.erase', [email]),
      hours: (sinceMs) => call('operator.hours', [sinceMs]),
      origins: () => call('operator.origins', []),
      tellRevealed: (which) => call('operator.tellRevealed', [which]),
    },
  })
}

export function openBySettings(settings: ThreadSettings, log: Log): Promise<Core> {
  const { database, schema, keys, apiUrl, origins } = settings
  const most = toBounds(settings)
  return openPlace({ database, schema, seal: createSeal(keys), shop: { apiUrl, origins }, most, log })
}

function createCalls(worker: Worker, log: Log) {
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let last = 0

  worker.on('message', (answer: Answer) => {
    if ('line' in answer) return log(answer.line)
    const call = waiting.get(answer.number)
    waiting.delete(answer.number)
    if ('failure' in answer) call?.reject(toError(answer.failure))
    else call?.resolve(answer.result as never) // what the core's own method has answered
  })

  return <Name extends Method>(method: Name, values: Parameters<Run<Name>>): ReturnType<Run<Name>> =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      const call: Call = { number: last, method, values }
      worker.postMessage(call)
    }) as ReturnType<Run<Name>>
}

/** In the thread: answers what the other side calls. */
export function serve(port: MessagePort, open: (log: Log) => Promise<Core>) {
  const post = (answer: Answer) => port.postMessage(answer)
  const core = open((line) => post({ line }))
  core.catch(() => {}) // each call tells
  port.on('message', (call: Call) => void answer(call))

  async function answer({ number, method, values }: Call) {
    try {
      const run = findMethod(await core, method)
      post({ number, result: await run(...values) })
    } catch (error) {
      post({ number, failure: toFailure(error) })
    }
  }
}

type AnyMethod = (...values: unknown[]) => Promise<unknown>

function findMethod({ operator, ...core }: Core, method: Method): AnyMethod {
  const [name = '', own] = method.split('.')
  const methods = { ...(own === undefined ? core : operator) } as unknown as Record<string, AnyMethod> // all are
  return methods[own ?? name] as AnyMethod // `createCalls` has named one of them
}
