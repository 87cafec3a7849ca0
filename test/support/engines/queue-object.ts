/** Runs in workerd: a Durable Object that opens queues over its own storage. A test calls their methods by HTTP. */
import { DurableObject } from 'cloudflare:workers'
import type { ObjectNamespace } from '../../../src/proxy/cloudflare.js'
import type { Line } from '../../../src/proxy/log/line.js'
import type { Queue, QueueAdmin, Shop } from '../../../src/proxy/queue/index.js'
import { createQueueAdmin } from '../../../src/proxy/queue/operator/index.js'
import { openIn } from '../../../src/proxy/queue/queue.js'
import { createObjectStore } from '../../../src/proxy/queue/store/durable-object.js'
import type { Bounds } from '../../../src/proxy/queue/types.js'
import { createSeal } from '../../../src/proxy/seal.js'

/** The queue or admin to open. */
interface Opening {
  as: 'queue' | 'admin'
  /** The keys in base64. */
  keys: string[]
  most: Bounds
  shop?: Shop
}

/** The calls that a test makes to one object in one task. They begin in this order and run concurrently. */
export interface Batch {
  name: string
  asked: Asked[]
}

export interface Asked {
  /** The test's clocks. */
  nowMs: number
  steadyMs: number
  todo:
    | { open: Opening }
    /** Calls a method of an opened queue, by the number that `open` has returned. Null stands for an omitted argument. */
    | { call: string; of: number; args: unknown[] }
    | { sql: string }
    | { id: true }
}

/** `lines`: the log since the last answer. */
export type Answered = { lines: Line[] } & ({ value?: unknown } | { error: { name: string; message: string } })

interface Env {
  QUEUES: ObjectNamespace<QueueObject>
}

export default {
  async fetch(request: Request, { QUEUES }: Env): Promise<Response> {
    const { name, asked } = (await request.json()) as Batch // workerd.ts has sent it
    return Response.json(await QUEUES.get(QUEUES.idFromName(name)).act(asked))
  },
}

type Clocks = Pick<Asked, 'nowMs' | 'steadyMs'>
type Opened = Clocks & { target: Queue | QueueAdmin }

export class QueueObject extends DurableObject<Env> {
  private opened: Opened[] = []
  private lines: Line[] = []

  async act(asked: Asked[]): Promise<Answered[]> {
    return Promise.all(asked.map((each) => this.answer(each)))
  }

  private async answer({ todo, ...clocks }: Asked): Promise<Answered> {
    try {
      const value = await this.do(todo, clocks)
      return { value, lines: this.lines.splice(0) }
    } catch (error) {
      const { name, message } = error as Error // other errors have neither
      return { error: { name, message }, lines: this.lines.splice(0) }
    }
  }

  private async do(todo: Asked['todo'], clocks: Clocks): Promise<unknown> {
    if ('id' in todo) return String(this.ctx.id)
    if ('sql' in todo) return this.ctx.storage.sql.exec(todo.sql).toArray()
    if ('open' in todo) return this.open(todo.open, { ...clocks })
    const opened = this.opened[todo.of]
    if (!opened) throw new Error('The queue was not opened.')
    Object.assign(opened, clocks)
    const method = Reflect.get(opened.target, todo.call) as (...args: unknown[]) => unknown // of Queue or QueueAdmin
    return readAll(await method(...todo.args.map((arg) => arg ?? undefined)))
  }

  private async open({ as, keys, most, shop }: Opening, clock: Clocks): Promise<number> {
    const seal = createSeal(keys.map((key) => Buffer.from(key, 'base64')))
    const store = createObjectStore({ storage: this.ctx.storage, now: () => clock.nowMs })
    const target =
      as === 'queue'
        ? await openIn(store, {
            ...{ seal, most, monotonic: () => clock.steadyMs, log: (line) => void this.lines.push(line) },
            ...(shop && { shop }),
          })
        : await createQueueAdmin(store, seal)
    return this.opened.push(Object.assign(clock, { target })) - 1
  }
}

/** Reads all items of an iterator, because an iterator cannot be sent. */
async function readAll(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null || !(Symbol.asyncIterator in value)) return value
  const all: unknown[] = []
  for await (const each of value as AsyncIterable<unknown>) all.push(each)
  return all
}
