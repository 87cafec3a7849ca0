/** Where events are kept in a test, whichever the engine. */
import type { Log } from '../../../src/proxy/log/line.js'
import type { OpenQueue, QueueAdmin } from '../../../src/proxy/queue/index.js'
import type { Bounds, Shop } from '../../../src/proxy/queue/types.js'

export interface PlaceOptions {
  /** The first encrypts, all decrypt; none: nothing is encrypted. */
  keys: Uint8Array[]
  now?: () => number
  monotonic?: () => number
  most?: Partial<Bounds>
  log?: Log
  shop?: Shop
}

/** A place for events, new; one proxy may have it open, and the operator beside it. */
export interface Place {
  /** Its name in `RINGUP_DATABASE`; an object has none. */
  database: string
  openQueue(options: PlaceOptions): Promise<OpenQueue>
  openAdmin(options: Pick<PlaceOptions, 'keys' | 'now'>): Promise<QueueAdmin>
  /** Makes the database reject new events that meet the condition. @returns what ends it */
  refuse(condition: string): Promise<() => Promise<void>>
  /** The raw content of the database. */
  dump(): Promise<string>
  remove(): Promise<void>
}
