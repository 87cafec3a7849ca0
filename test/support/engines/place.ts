/** Where events are kept in a test, whichever the engine. */
import type { Log } from '../../../src/proxy/log/line.js'
import type { Queue, QueueAdmin } from '../../../src/proxy/queue/index.js'
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
  openQueue(options: PlaceOptions): Promise<Queue>
  openAdmin(options: Pick<PlaceOptions, 'keys' | 'now'>): Promise<QueueAdmin>
  /** Looks into it beside the queue. */
  read<Row extends object>(sql: string): Promise<Row[]>
  change(sql: string): Promise<void>
  /** Lets no row of this table be written of which the condition holds. @returns what ends it */
  refuse(table: string, condition: string): Promise<() => Promise<void>>
  /** All that is in it, as whoever has stolen it sees it. */
  dump(): Promise<string>
  remove(): Promise<void>
}
