/**
 * The service: the parts of the proxy, wired once for every runtime.
 *
 * Node, Cloudflare's object and the simulator pass a store, a function to call the API, files and settings. They call
 * `sweep` and the alerts' `poll` regularly.
 */
import { VERSION } from '../contract/limits.js'
import type { File } from './accept/file.js'
import { atMost } from './at-most.js'
import { HOUR_MS } from './duration.js'
import type { CallApi } from './forward/api.js'
import { createForwarder } from './forward/scheduler.js'
import { createProxy } from './index.js'
import type { AnswerSummary } from './log/answer-summary.js'
import type { Log } from './log/line.js'
import { openAlerts } from './operate/alerts.js'
import { createHealth } from './operate/health.js'
import { createPage } from './operate/page/index.js'
import type { PageFiles, PageParts } from './operate/page/parts.js'
import { createRequests } from './operate/requests.js'
import { watchQueue } from './operate/watch.js'
import type { Defer } from './queue/group.js'
import type { OpenQueue } from './queue/index.js'
import type { Build } from './script-files.js'
import type { Settings } from './settings.js'

/** The interval at which old rows are deleted. */
export const SWEEP_MS = HOUR_MS
/** The time for requests to the API to finish after SIGTERM. A cut-off request is repeated at the next start. */
const FINISH_MS = 8_800
/** The time for all work after SIGTERM, whatever the database does. A container is killed after 10 s. */
const STOP_MS = 9_200

/** The place of the events. */
interface Store {
  /** Opens the queue. @param log gets the queue's lines */
  open(log: Log): Promise<OpenQueue>
  isDiskLow?: () => Promise<boolean>
}

interface Files {
  /** Served under the proxy's path. */
  served: File[] | (() => File[])
  /** The script's permanent name, and its `integrity`. */
  snippet?: Build
  /** Script and style sheet of the operator's page. */
  page?: PageFiles | undefined
}

export type Service = Awaited<ReturnType<typeof createService>>

interface Parts {
  store: Store
  callApi: CallApi
  /** Calls the forwarder back once. */
  defer: Defer
  /** The interval at which changes by other programs are looked for. */
  pollMs: number
  files: Files
  settings: Settings
  log: Log
  /** Parts of the operator's page that only some runtimes have. */
  page?: Pick<PageParts, 'sendTestOrder' | 'saveTag' | 'onActed'>
  onAnswered?: (answer: AnswerSummary) => void
}

/** @throws Error in a sentence if the database cannot be used */
export async function createService(parts: Parts) {
  const { store, callApi, defer, pollMs, files, settings, log } = parts
  const listeners: Log[] = [log]
  const engine = await store.open((line) => {
    for (const listen of listeners) listen(line)
  })
  const requests = createRequests()
  let isStopping = false
  const health = createHealth({
    queue: engine,
    requests,
    version: VERSION,
    snippet: files.snippet,
    isStopping: () => isStopping,
    away: () => forwarder.away(),
    isDiskLow: store.isDiskLow,
  })
  listeners.push(({ event }) => {
    if (event === 'queue_failed') health.onQueueFailed()
  })
  const queue = watchQueue(engine, health)
  const forwarder = createForwarder({ settings, queue, callApi, log, defer, pollMs })
  const alerts = openAlerts(settings, { readHealth: health.read, notes: engine, log })
  const page = createPage({
    operator: engine,
    readHealth: health.read,
    requests,
    origins: settings.origins,
    path: settings.path,
    version: VERSION,
    ...(files.snippet && { snippet: files.snippet }),
    files: files.page,
    tokens: settings.adminTokens,
    log,
    onActed: () => forwarder.wake(),
    ...parts.page,
  })

  const handle = createProxy(settings, {
    queue,
    onAccepted: forwarder.wake,
    log,
    files: files.served,
    isStopping: () => isStopping,
    onAnswered(answered) {
      requests.onAnswered(answered)
      parts.onAnswered?.(answered)
    },
  })

  const sweep = () => queue.sweep().catch((error: unknown) => log({ event: 'queue_failed', reason: String(error) }))

  /** Begins to forward. */
  function start() {
    void sweep()
    // An operator may have corrected keys, address or lists. If waking fails, the events keep their own time.
    const waking = queue.wake(['credentials', 'address', 'unknown_list', 'unreadable']).catch(() => {})
    void waking.then(forwarder.wake)
  }

  /** Refuses events, and finishes or keeps the others within `STOP_MS`. @param closeDoors closes the server to pages */
  async function stop(closeDoors = async () => {}) {
    isStopping = true
    const untilMs = performance.now() + STOP_MS
    await atMost(FINISH_MS, Promise.all([closeDoors(), forwarder.stop()]))
    await atMost(untilMs - performance.now(), queue.close())
  }

  return { operator: engine, queue, readHealth: health.read, forwarder, alerts, page, handle, sweep, start, stop }
}
