/** The real service on a SQLite file, under a clock that a test sets. */
import { join } from 'node:path'
import type { CallApi } from '../../src/proxy/forward/api.js'
import { deferByTimer } from '../../src/proxy/forward/scheduler.js'
import { createAdmin } from '../../src/proxy/operate/admin.js'
import type { OpenQueue } from '../../src/proxy/queue/index.js'
import { openQueue } from '../../src/proxy/queue/open.js'
import { createSeal } from '../../src/proxy/seal.js'
import { createService } from '../../src/proxy/service.js'
import type { Settings } from '../../src/proxy/settings.js'
import { toUsualBounds } from './bounds.js'

export const KEY = Buffer.alloc(32, 7)
export const toDatabase = (folder: string) => join(folder, 'ringup.db')

interface Parts {
  folder: string
  settings: Settings
  callApi: CallApi
  /** The interval at which the service checks for changes that time causes. */
  eachMs: number
  /** Puts something between the service and its database. */
  wrap?: (queue: OpenQueue) => OpenQueue
  isDiskLow?: () => Promise<boolean>
}

export function openClockedService({ folder, settings, callApi, eachMs, wrap = (queue) => queue, isDiskLow }: Parts) {
  const { origins, apiUrl } = settings
  const place = {
    database: toDatabase(folder),
    seal: createSeal([KEY]),
    most: toUsualBounds(),
    shop: { origins, apiUrl },
  }
  // Each write is a commit of its own, because the test's clock does not move during a batch.
  const defer = (run: () => void) => {
    queueMicrotask(run)
    return () => {}
  }
  const every = (run: () => unknown, ms: number) => {
    const timer = setInterval(run, ms)
    return () => clearInterval(timer)
  }
  return createService({
    store: { open: async (log) => wrap(await openQueue({ ...place, log, defer })), ...(isDiskLow && { isDiskLow }) },
    callApi,
    timers: { defer: deferByTimer, every, pollMs: eachMs, historyMs: eachMs, watchMs: eachMs },
    files: { served: [] },
    settings,
    log: () => {},
    createWatcher: (parts) => createAdmin({ ...parts, version: '1.2.3' }),
  })
}
