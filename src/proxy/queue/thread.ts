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
import type { OpenQueue } from './index.js'
import { openQueue } from './open.js'
import { toBounds } from './room.js'
import { QueueFullError } from './types.js'

/** A method of the queue; without a name: which there are. */
interface Call {
  number: number
  method?: string
  values: unknown[]
}
type Answer = { number: number; result: unknown } | { number: number; failure: Failure } | { line: Line }
/** An error as plain values: on the way to another thread it loses its class. */
type Failure = Pick<Error, 'name' | 'message'>

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
  if (!file) return openBySettings(settings, log)
  const worker = new Worker(file, { workerData: settings })
  // As if it had happened here: the process ends, and begins again with all that it has accepted.
  worker.on('error', (error) => {
    throw error
  })
  try {
    const queue = await createRemote(worker, log)
    return { ...queue, close: async () => void (await queue.close().then(() => worker.terminate())) }
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

export function openBySettings(settings: Settings, log: Log): Promise<OpenQueue> {
  const { database, schema, keys, apiUrl, origins } = settings
  const shop = { apiUrl, origins }
  return openQueue({ database, schema, seal: createSeal(keys), shop, most: toBounds(settings), log })
}

/** The queue on this side: each of its methods is a call to the other. */
async function createRemote(port: Pick<Worker, 'on' | 'postMessage'>, log: Log): Promise<OpenQueue> {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let last = 0

  const post = createPost<Call>(port)
  port.on('message', (answers: Answer[]) => answers.forEach(take))

  function take(answer: Answer) {
    if ('line' in answer) return log(answer.line)
    const call = waiting.get(answer.number)
    waiting.delete(answer.number)
    if ('failure' in answer) call?.reject(toError(answer.failure))
    else call?.resolve(answer.result)
  }

  const ask = (question: Omit<Call, 'number'>) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      post({ number: last, ...question })
    })
  const names = (await ask({ values: [] })) as string[] // as `serve` answers it
  const methods = names.map((method) => [method, (...values: unknown[]) => ask({ method, values })])
  return Object.fromEntries(methods) as OpenQueue // it has all methods that the other has
}

/** Runs in the thread: answers what the other side calls. */
export function serve(port: MessagePort, open: (log: Log) => Promise<OpenQueue>) {
  const post = createPost<Answer>(port)
  const opened = open((line) => post({ line }))
  opened.catch(() => {}) // each call tells
  port.on('message', (calls: Call[]) => calls.forEach(answer))

  async function answer({ number, method, values }: Call) {
    try {
      const queue: object = await opened
      const methods = queue as Record<string, (...values: unknown[]) => Promise<unknown>> // all that it has are
      post({ number, result: method === undefined ? Object.keys(methods) : await methods[method]?.(...values) })
    } catch (error) {
      const { name, message } = error as Error
      post({ number, failure: { name, message } })
    }
  }
}

/** What is posted in one turn goes as one message: that costs more than most of what is in it. */
function createPost<Posted>(port: Pick<MessagePort, 'postMessage'>) {
  let posted: Posted[] = []
  return (each: Posted) => {
    if (posted.push(each) > 1) return
    setImmediate(() => {
      port.postMessage(posted)
      posted = []
    })
  }
}

const toError = ({ name, message }: Failure): Error =>
  name === 'QueueFullError' ? new QueueFullError() : Object.assign(new Error(message), { name })
