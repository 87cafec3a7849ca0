/** Runs in workerd: a Durable Object that opens queues over its own storage, and does with them what a test asks by HTTP. */
import { DurableObject } from 'cloudflare:workers'
import type { Queue, QueueAdmin } from '../../../src/proxy/queue/index.js'
import { createQueueAdmin } from '../../../src/proxy/queue/operator/index.js'
import { openIn } from '../../../src/proxy/queue/queue.js'
import { createObjectStore } from '../../../src/proxy/queue/store/durable-object.js'
import type { Bounds, Shop } from '../../../src/proxy/queue/types.js'
import type { ObjectNamespace } from '../../../src/proxy/run/cloudflare.js'
import { createSeal } from '../../../src/proxy/seal.js'

/** What to open. */
interface Opening {
  as: 'queue' | 'admin'
  /** The keys in base64. */
  keys: string[]
  most: Bounds
  shop?: Shop
}

/** What a test has asked of the object of a name in one turn: begun in this order, and under way together. */
export interface Batch {
  name: string
  asked: Asked[]
}

export interface Asked {
  /** The test's clock. */
  nowMs: number
  todo:
    | { open: Opening }
    /** A method of what was opened, by the number that `open` has answered. */
    | { call: string; of: number; args: unknown[] }
    | { sql: string }
    | { id: true }
}

export type Answered = { value?: unknown } | { error: { name: string; message: string } }

interface Env {
  QUEUES: ObjectNamespace<QueueObject>
}

export default {
  async fetch(request: Request, { QUEUES }: Env): Promise<Response> {
    const { name, asked } = (await request.json()) as Batch // workerd.ts has sent it
    return Response.json(await QUEUES.get(QUEUES.idFromName(name)).act(asked))
  },
}

type Opened = { target: Queue | QueueAdmin; nowMs: number }

export class QueueObject extends DurableObject<Env> {
  private opened: Opened[] = []

  async act(asked: Asked[]): Promise<Answered[]> {
    return Promise.all(asked.map((each) => this.answer(each)))
  }

  private async answer({ nowMs, todo }: Asked): Promise<Answered> {
    try {
      return { value: await this.do(todo, nowMs) }
    } catch (error) {
      const { name, message } = error as Error // whatever else is thrown has neither
      return { error: { name, message } }
    }
  }

  private async do(todo: Asked['todo'], nowMs: number): Promise<unknown> {
    if ('id' in todo) return String(this.ctx.id)
    if ('sql' in todo) return this.ctx.storage.sql.exec(todo.sql).toArray()
    if ('open' in todo) return this.open(todo.open, nowMs)
    const opened = this.opened[todo.of]
    if (!opened) throw new Error('It was not opened.')
    opened.nowMs = nowMs
    const method = Reflect.get(opened.target, todo.call) as (...args: unknown[]) => unknown // of Queue or QueueAdmin
    return readAll(await method(...todo.args))
  }

  private async open({ as, keys, most, shop }: Opening, nowMs: number): Promise<number> {
    const seal = createSeal(keys.map((key) => Buffer.from(key, 'base64')))
    const clock = { nowMs }
    const store = createObjectStore({ storage: this.ctx.storage, now: () => clock.nowMs })
    const target =
      as === 'queue'
        ? await openIn(store, { seal, most, log: () => {}, ...(shop && { shop }) })
        : await createQueueAdmin(store, seal)
    return this.opened.push(Object.assign(clock, { target })) - 1
  }
}

/** Reads all of a list, for it has to be sent. */
async function readAll(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null || !(Symbol.asyncIterator in value)) return value
  const all: unknown[] = []
  for await (const each of value as AsyncIterable<unknown>) all.push(each)
  return all
}
