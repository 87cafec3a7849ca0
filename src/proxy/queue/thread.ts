/**
 * The queue of a file in a thread of its own: SQLite blocks while it writes, waits for the disk, or for an operator's
 * command, and meanwhile pages must be answered.
 *
 * Calls and answers are JSON, many in one message: that costs less than each by itself.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type MessagePort, Worker } from 'node:worker_threads'
import type { Line, Log } from '../log/line.js'
import { createSeal } from '../seal.js'
import { isPostgres, type Settings } from '../settings.js'
import { type OpenQueue, type Operator, type Queue, QueueFullError } from './index.js'
import { openQueue } from './open.js'
import { type BoundsSettings, toBounds } from './rules.js'

/** What the thread is told, at its start. */
export type ThreadSettings = Pick<Settings, 'database' | 'schema' | 'keys' | 'apiUrl' | 'origins'> & BoundsSettings

/** Of the queue, or of what it has for the operator. */
type Method = keyof Queue | `operator.${keyof Operator}`
type Run<Name extends Method> = Name extends keyof Queue
  ? Queue[Name]
  : Name extends `operator.${infer Own extends keyof Operator}`
    ? Operator[Own]
    : never
interface Call {
  number: number
  method: Method
  values: unknown[]
}
type Answer =
  | { number: number; result?: unknown }
  | { number: number; error: { name: string; message: string; code?: string } }
  | { line: Line }

/** Beside the built modules; from source, as tests run it, there is none. */
const FILE = new URL('./queue-worker.js', import.meta.url)

/** @throws Error in a sentence when the database cannot be used */
export async function startQueue(settings: Settings, log: Log): Promise<OpenQueue> {
  if (isPostgres(settings.database) || !existsSync(fileURLToPath(FILE))) return openBySettings(settings, log)
  const { schema, keys, database, apiUrl, origins } = settings
  const { queueEvents, queueBytes, deadLetters, deadLetterBytes, dailyConversions, dailySignUps } = settings
  const bounds = { queueEvents, queueBytes, deadLetters, deadLetterBytes, dailyConversions, dailySignUps }
  const workerData: ThreadSettings = { schema, keys, database, apiUrl, origins, ...bounds }
  const worker = new Worker(FILE, { workerData })
  const calls = createCalls(worker, log)
  // As if it had happened here: the process ends, and begins again with all that it has accepted.
  worker.on('error', (error) => {
    throw error
  })
  const ready = await calls.call('count', []).catch(async (error: unknown) => {
    await worker.terminate()
    throw error
  })
  if (!ready) throw new Error('The thread of the queue has not begun.')
  return {
    accept: (arrival) => calls.call('accept', [arrival]),
    claim: (...which) => calls.call('claim', which),
    ack: (...what) => calls.call('ack', what),
    wake: (reason) => calls.call('wake', [reason]),
    nextInMs: () => calls.call('nextInMs', []),
    sweep: () => calls.call('sweep', []),
    record: (tally) => calls.call('record', [tally]),
    takeActs: () => calls.call('takeActs', []),
    count: () => calls.call('count', []),
    readNote: (name) => calls.call('readNote', [name]),
    writeNote: (...note) => calls.call('writeNote', note),
    async close() {
      await calls.call('close', [])
      await worker.terminate()
    },
    operator: {
      page: (...which) => calls.call('operator.page', which),
      read: (id) => calls.call('operator.read', [id]),
      find: (which) => calls.call('operator.find', [which]),
      findOrders: (orders) => calls.call('operator.findOrders', [orders]),
      send: (id) => calls.call('operator.send', [id]),
      replay: (which) => calls.call('operator.replay', [which]),
      drop: (which) => calls.call('operator.drop', [which]),
      erase: (email) => calls.call('operator.erase', [email]),
      hours: (sinceMs) => calls.call('operator.hours', [sinceMs]),
      origins: () => calls.call('operator.origins', []),
      tellRevealed: (which) => calls.call('operator.tellRevealed', [which]),
    },
  }
}

export function openBySettings(settings: ThreadSettings, log: Log): Promise<OpenQueue> {
  const { database, schema, keys, apiUrl, origins } = settings
  const most = toBounds(settings)
  return openQueue({ database, schema, seal: createSeal(keys), shop: { apiUrl, origins }, most, log })
}

function createCalls(worker: Worker, log: Log) {
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  const post = createPost<Call>((text) => worker.postMessage(text))
  let last = 0

  worker.on('message', (text: string) => {
    for (const answer of JSON.parse(text) as Answer[]) ack(answer) // `serve` has written it
  })

  function ack(answer: Answer) {
    if ('line' in answer) return log(answer.line)
    const call = waiting.get(answer.number)
    waiting.delete(answer.number)
    if ('error' in answer) call?.reject(toError(answer.error))
    else call?.resolve(answer.result as never) // what the queue's own method has answered
  }

  return {
    call: <Name extends Method>(method: Name, values: Parameters<Run<Name>>): ReturnType<Run<Name>> =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        post({ number: last, method, values })
      }) as ReturnType<Run<Name>>,
  }
}

function toError({ name, message, code }: { name: string; message: string; code?: string }): Error {
  if (name === 'QueueFullError') return new QueueFullError()
  return Object.assign(new Error(message), { name, ...(code !== undefined && { code }) })
}

/** In the thread: answers what the other side calls. */
export function serve(port: MessagePort, open: (log: Log) => Promise<OpenQueue>) {
  const post = createPost<Answer>((text) => port.postMessage(text))
  const queue = open((line) => post({ line }))
  queue.catch(() => {}) // each call tells
  port.on('message', (text: string) => {
    for (const call of JSON.parse(text) as Call[]) void answer(call) // `createCalls` has written it
  })

  async function answer({ number, method, values }: Call) {
    try {
      const run = findMethod(await queue, method)
      post({ number, result: await run(...values.map((value) => value ?? undefined)) }) // JSON has null for it
    } catch (error) {
      const { name, message, code } = error as Error & { code?: string }
      post({ number, error: { name, message, ...(code !== undefined && { code: String(code) }) } })
    }
  }
}

type AnyMethod = (...values: unknown[]) => Promise<unknown>

function findMethod({ operator, ...queue }: OpenQueue, method: Method): AnyMethod {
  const [name = '', own] = method.split('.')
  const methods = own === undefined ? queue : operator
  return (methods as unknown as Record<string, AnyMethod>)[own ?? name] as AnyMethod // `calls` has named one of them
}

/** Sends what comes in one turn of the event loop together. */
function createPost<Item>(send: (text: string) => void) {
  let items: Item[] = []
  return (item: Item) => {
    items.push(item)
    if (items.length > 1) return
    setImmediate(() => {
      const all = items
      items = []
      send(JSON.stringify(all))
    })
  }
}
