/**
 * Runs the queue of a file in a thread of its own. SQLite blocks its thread while it writes or waits for a lock, and the proxy
 * has to answer pages meanwhile.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type MessagePort, Worker } from 'node:worker_threads'
import type { Line, Log } from '../log/line.js'
import { createSeal } from '../seal.js'
import { isPostgres, type Settings } from '../settings.js'
import type { OpenQueue } from './index.js'
import { openQueue } from './open.js'
import { QueueFullError } from './types.js'

/** A call of a method of the queue. Without a method it asks for the names of all methods. */
interface Call {
  number: number
  method?: string
  values: unknown[]
}
type Answer = { number: number; result: unknown } | { number: number; failure: Failure } | { line: Line }
/** An error as plain values, because it loses its class on the way to another thread. */
type Failure = Pick<Error, 'name' | 'message'>

/**
 * Finds the file of the thread, which the build puts beside the module that starts it.
 *
 * @returns undefined for TypeScript that is run directly: tests have the queue in their own thread
 * @throws Error when the build lacks it, because SQLite in the proxy's own thread would block all pages
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
  // The process ends, and starts again with everything that it has accepted.
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
  const { database, schema, keys } = settings
  return openQueue({ database, schema, seal: createSeal(keys), shop: settings, most: settings, log })
}

/** The queue as the proxy sees it. Each method is a call to the thread. */
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

/** Answers the calls, in the thread. */
export function serve(port: MessagePort, open: (log: Log) => Promise<OpenQueue>) {
  const post = createPost<Answer>(port)
  const opened = open((line) => post({ line }))
  opened.catch(() => {}) // each call reports it
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

/** Joins the calls of one turn in one message, because a message costs more than most calls. */
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
