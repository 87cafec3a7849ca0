/** The queue as the proxy has it: writes that come together go to its core, and so to the disk, as one. */
import { type Core, type CoreOptions, openCore } from './core.js'
import { toArrival } from './enqueue.js'
import { createGroup, type Defer } from './group.js'
import type { OpenQueue } from './index.js'
import type { Store } from './store/index.js'
import { type Accepted, type Failure, QueueFullError, type Write, type Written } from './types.js'

export interface QueueOptions extends CoreOptions {
  /** How to wait for others to share a commit with. */
  defer?: Defer
}

/** @throws Error in a sentence when the database is another's, from another version, or sealed with a key that is not given */
export async function openIn(store: Store, { defer, ...options }: QueueOptions): Promise<OpenQueue> {
  return createQueue(await openCore(store, options), defer)
}

/** @param core here, or in another thread */
export function createQueue(core: Core, defer?: Defer): OpenQueue {
  const group = createGroup<Write, Written>(core.write, defer)

  async function write(urgency: 'accept' | 'ack', given: Write): Promise<Accepted | undefined> {
    const written = await group.add(urgency, given)
    if ('failure' in written) throw toError(written.failure)
    return written.result
  }

  return {
    ...core,
    operator: core,
    async accept(event) {
      const accepted = await write('accept', { as: 'enqueue', event: toArrival(event) })
      if (!accepted) throw new Error('An event that is written has an outcome.')
      return accepted
    },
    async ack(id, disposition) {
      await write('ack', { as: 'ack', id, disposition })
    },
    async close() {
      await group.flush()
      await core.close()
    },
  }
}

export function toError({ name, message, code }: Failure): Error {
  if (name === 'QueueFullError') return new QueueFullError()
  return Object.assign(new Error(message), { name, ...(code !== undefined && { code }) })
}
