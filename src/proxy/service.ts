/**
 * The service: the parts of the proxy, wired once for every runtime.
 *
 * Node, Cloudflare's object and the simulator pass a store, a function to call the API, files and settings. They call
 * `sweep` and the alerts' `poll` regularly.
 */

import type { Hono } from 'hono'
import { VERSION } from '../contract/limits.js'
import type { File } from './accept/file.js'
import { atMost } from './at-most.js'
import type { CallApi } from './forward/api.js'
import { createForwarder } from './forward/scheduler.js'
import { type AnswerSummary, createProxy } from './index.js'
import type { Log } from './log/line.js'
import { openAlerts } from './operate/alerts.js'
import { createHealth, type Health, type HealthParts } from './operate/health.js'
import { createHistory, type History } from './operate/history.js'
import type { PageEnv } from './operate/page/html.js'
import { createPage } from './operate/page/index.js'
import type { PageFiles, PageParts } from './operate/page/parts.js'
import { type Seen, watchQueue } from './operate/watch.js'
import type { Defer } from './queue/group.js'
import type { OpenQueue, Queue } from './queue/index.js'
import type { Build } from './script-files.js'
import type { Settings } from './settings.js'

/** The interval at which old rows are deleted. */
export const SWEEP_MS = 3_600_000
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

/** Watches what happens to events. By default the health does. */
export interface Watcher {
  watch(queue: Queue): Queue
  onQueueFailed(): void
  onAnswered?(answer: AnswerSummary): void
  readHealth(): Promise<Health>
}

/** The parts that a watcher works with. */
interface WatcherParts extends HealthParts {
  history: History
  /** Creates the operator's page. */
  openPage(readHealth: () => Promise<Health>): Hono<PageEnv>
}

export type Service = Awaited<ReturnType<typeof createService>>

interface Parts<W extends Watcher> {
  store: Store
  callApi: CallApi
  /** Calls the forwarder back once. */
  defer: Defer
  /** The interval at which changes by other programs are looked for. */
  pollMs: number
  files: Files
  settings: Settings
  log: Log
  createWatcher?: (parts: WatcherParts) => W
  /** Parts of the operator's page that only some runtimes have. */
  page?: Pick<PageParts, 'isPublic' | 'seesRequests' | 'sendTestOrder' | 'saveTag' | 'onActed'>
  onAnswered?: (answer: AnswerSummary) => void
}

/** @throws Error in a sentence if the database cannot be used */
export async function createService<W extends Watcher = Watcher>(parts: Parts<W>) {
  const { store, callApi, defer, pollMs, files, settings, log } = parts
  const createWatcher = parts.createWatcher ?? (watchHealth as never) // then W is Watcher
  const listeners: Log[] = [log]
  const engine = await store.open((line) => {
    for (const listen of listeners) listen(line)
  })
  const history = createHistory(engine)
  let isStopping = false

  const openPage = (readHealth: () => Promise<Health>) =>
    createPage({
      operator: engine,
      readHealth,
      readHours: history.read,
      readOrigins: history.origins,
      path: settings.path,
      version: VERSION,
      ...(files.snippet && { snippet: files.snippet }),
      files: files.page,
      tokens: settings.adminTokens,
      onActed: () => forwarder.wake(),
      ...parts.page,
    })
  const watcher: W = createWatcher({
    count: engine.count,
    isStopping: () => isStopping,
    away: () => forwarder.away(),
    isDiskLow: store.isDiskLow,
    history,
    lists: [...settings.lists.keys()],
    openPage,
  })
  listeners.push(history.onQueueLine, ({ event }) => {
    if (event === 'queue_failed') watcher.onQueueFailed()
  })
  const queue = watcher.watch(engine)
  const forwarder = createForwarder({ settings, queue, callApi, log, defer, pollMs })
  const alerts = openAlerts(settings, { readHealth: watcher.readHealth, notes: engine, log })

  const handle = createProxy(settings, {
    queue,
    onAccepted: forwarder.wake,
    log,
    files: files.served,
    isStopping: () => isStopping,
    onAnswered(answered) {
      watcher.onAnswered?.(answered)
      history.onAnswered(answered)
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

  return { operator: engine, queue, watcher, forwarder, alerts, openPage, handle, sweep, start, stop }
}

function watchHealth({ history, ...parts }: WatcherParts): Watcher {
  const health = createHealth({ ...parts, history })
  const onSeen = (seen: Seen) => {
    history.onSeen(seen)
    health.onSeen(seen)
  }
  return {
    watch: (queue) => watchQueue(queue, onSeen, health.onQueueFailed),
    onQueueFailed: health.onQueueFailed,
    readHealth: health.read,
  }
}
