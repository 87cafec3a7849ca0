/** A test's database, of any engine. */
import type { Log } from '../../../src/proxy/log/line.js'
import type { Defer } from '../../../src/proxy/queue/group.js'
import type { OpenQueue, QueueAdmin, Shop } from '../../../src/proxy/queue/index.js'
import type { Bounds } from '../../../src/proxy/queue/types.js'

export interface DatabaseOptions {
  /** The first key encrypts, all decrypt. Without keys the queue does not encrypt. */
  keys: Uint8Array[]
  now?: () => number
  monotonic?: () => number
  most?: Partial<Bounds>
  log?: Log
  shop?: Shop
  /** The wait for other writes that share a commit. A Durable Object has its own. */
  defer?: Defer
}

/** A new database for events. One proxy may open it, and the operator at the same time. */
export interface TestDatabase {
  /** The value of `RINGUP_DATABASE`; empty for a Durable Object. */
  name: string
  openQueue(options: DatabaseOptions): Promise<OpenQueue>
  openAdmin(options: Pick<DatabaseOptions, 'keys' | 'now'>): Promise<QueueAdmin>
  /** Makes the database reject new events that meet the condition. @returns a function that ends this */
  refuse(condition: string): Promise<() => Promise<void>>
  /** The raw content of the database. */
  dump(): Promise<string>
  remove(): Promise<void>
}
