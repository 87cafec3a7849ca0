/** The measures that must not grow. */
import { readdirSync } from 'node:fs'
import { toMedian } from '../bench/median.js'
import type { Engine } from './engines.js'
import type { Shop } from './shop.js'

export interface Measure {
  name: string
  /** So much more in the last quarter than in the second is noise; a tenth is so everywhere. */
  slack: number
}

export const MEASURES = {
  memory: { name: 'memory of the proxy, MB', slack: 2 },
  handles: { name: 'open files and sockets', slack: 3 },
  // Deduplication remembers an order for 180 days, so the database grows: no faster than the events that came.
  database: { name: 'database, bytes an event', slack: 0 },
  keys: { name: 'keys in localStorage', slack: 1 },
  records: { name: 'records in IndexedDB', slack: 1 },
  heap: { name: 'heap of the page, KB', slack: 50 },
} satisfies Record<string, Measure>

export type Sample = Partial<Record<keyof typeof MEASURES, number>>

/** Leaves out unreadable measures, because the proxy or the database is ending, or the page is offline. */
export async function sample({ engine, shopper, accepted, emptyBytes }: Shop): Promise<Sample> {
  const [proxy, database, page] = await Promise.allSettled([
    readProcess(engine),
    engine.databaseBytes().then((bytes) => ({ database: (bytes - emptyBytes) / (accepted.size || 1) })),
    shopper.sample().then(({ keys, records, heapKb }) => ({ keys, records, heap: heapKb })),
  ])
  const toValue = <Value extends object>(result: PromiseSettledResult<Value>) =>
    result.status === 'fulfilled' ? result.value : {}
  return { ...toValue(proxy), ...toValue(database), ...toValue(page) }
}

/** Linux, proc(5). */
async function readProcess(engine: Engine) {
  return { memory: await engine.readMemoryMb(), handles: readdirSync(`/proc/${engine.pid()}/fd`).length }
}

export interface Judged {
  /** The median of each quarter. */
  quarters: number[]
  isFlat: boolean
}

/** Flat: the last quarter has hardly more than the second, for in the first everything is made for the first time. */
export function judge(values: number[], { slack }: Pick<Measure, 'slack'>): Judged {
  const quarters = [0, 1, 2, 3].map((quarter) =>
    toMedian(values.slice((values.length * quarter) / 4, (values.length * (quarter + 1)) / 4)),
  )
  const [, second = Number.NaN, , last = Number.NaN] = quarters
  return { quarters, isFlat: last <= second * 1.1 + slack }
}
