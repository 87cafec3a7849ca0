/** The real service on a SQLite file, under a clock that a test sets. */
import { join } from 'node:path'
import type { CallApi } from '../../src/proxy/forward/api.js'
import { deferByTimer } from '../../src/proxy/forward/scheduler.js'
import { createAdmin } from '../../src/proxy/operate/admin.js'
import type { OpenQueue } from '../../src/proxy/queue/index.js'
import { openQueue } from '../../src/proxy/queue/open.js'
import { createSeal } from '../../src/proxy/seal.js'
import { createService, SWEEP_MS } from '../../src/proxy/service.js'
import type { Settings } from '../../src/proxy/settings.js'

const KEY = Buffer.alloc(32, 7)
const toDatabase = (folder: string) => join(folder, 'ringup.db')

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

export async function openClockedService({
  folder,
  settings,
  callApi,
  eachMs,
  wrap = (queue) => queue,
  isDiskLow,
}: Parts) {
  const { origins, apiUrl } = settings
  const place = {
    database: toDatabase(folder),
    seal: createSeal([KEY]),
    shop: { origins, apiUrl },
  }
  // Each write is a commit of its own, because the test's clock does not move during a batch.
  const defer = (run: () => void) => {
    queueMicrotask(run)
    return () => {}
  }
  const service = await createService({
    store: { open: async (log) => wrap(await openQueue({ ...place, log, defer })), ...(isDiskLow && { isDiskLow }) },
    callApi,
    defer: deferByTimer,
    pollMs: eachMs,
    files: { served: [] },
    settings,
    log: () => {},
  })
  setInterval(service.sweep, SWEEP_MS)
  const { readHealth, page } = service
  return { ...service, admin: createAdmin({ readHealth, page }) }
}
