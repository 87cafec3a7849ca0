/**
 * The service: the parts of the proxy, wired once for every runtime.
 *
 * Node, Cloudflare's object, the demo (through Node) and the simulator each pass a store, a way to call the API, timers, files and
 * settings.
 */

import type { Hono } from 'hono'
import { VERSION } from '../contract/limits.js'
import type { File } from './accept/file.js'
import { atMost } from './at-most.js'
import type { CallApi } from './forward/api.js'
import { createForwarder } from './forward/scheduler.js'
import type { KeptPause, Pause } from './forward/target.js'
import { type AnswerSummary, createProxy } from './index.js'
import type { Log } from './log/line.js'
import { openAlerts } from './operate/alerts.js'
import { createHealth, type Health, type HealthParts } from './operate/health.js'
import { createHistory, type History } from './operate/history.js'
import { logActs } from './operate/log-acts.js'
import type { PageEnv } from './operate/page/html.js'
import { createPage } from './operate/page/index.js'
import type { PageFiles, PageParts } from './operate/page/parts.js'
import { type Seen, watchQueue } from './operate/watch.js'
import type { Defer } from './queue/group.js'
import type { OpenQueue, Queue } from './queue/index.js'
import type { Build } from './script-files.js'
import type { Settings } from './settings.js'

/** How often old rows are swept. */
export const SWEEP_MS = 3_600_000
/** How long requests to the API may finish after SIGTERM. A request that is cut off is repeated at the next start. */
const FINISH_MS = 8_800
/** How long everything may take after SIGTERM, whatever the database does. A container gets 10 s before it is killed. */
const STOP_MS = 9_200
/** The note that says whether the neutral question suits the API. */
const QUESTION = 'question'

/** Where the events are. */
interface Store {
  /** Opens the queue. @param log gets the queue's lines */
  open(log: Log): Promise<OpenQueue>
  /** Keeps until when the API is on hold. By default only a note about the question is kept, because the first answers show the rest. */
  pause?: KeptPause
  isDiskLow?: () => Promise<boolean>
}

export interface Timers {
  /** Calls back once. @returns what cancels it */
  defer: Defer
  /** Calls back repeatedly. @returns what ends it */
  every(run: () => unknown, eachMs: number): () => void
  /** How often changes by other programs are looked for. */
  pollMs: number
  /** How often figures are written for the charts. */
  historyMs: number
  /** How often alerts are checked. */
  watchMs: number
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
  timers: Timers
  files: Files
  settings: Settings
  log: Log
  createWatcher?: (parts: WatcherParts) => W
  /** Parts of the operator's page that only some runtimes have. */
  page?: Pick<PageParts, 'isPublic' | 'seesRequests' | 'sendTestOrder' | 'lookAtWay' | 'saveTag' | 'onActed'>
  onAnswered?: (answer: AnswerSummary) => void
}

/** @throws Error in a sentence if the database cannot be used */
export async function createService<W extends Watcher = Watcher>(parts: Parts<W>) {
  const { store, callApi, timers, files, settings, log } = parts
  const createWatcher = parts.createWatcher ?? (watchHealth as never) // then W is Watcher
  const listeners: Log[] = [log]
  const engine = await store.open((line) => {
    for (const listen of listeners) listen(line)
  })
  const history = createHistory(engine, log)
  let isStopping = false

  const tellActs = () => logActs(engine, log)
  const openPage = (readHealth: () => Promise<Health>) =>
    createPage({
      operator: engine,
      readHealth,
      readHours: history.read,
      path: settings.path,
      version: VERSION,
      ...(files.snippet && { snippet: files.snippet }),
      files: files.page,
      tokens: settings.adminTokens,
      onActed() {
        forwarder.wake()
        void tellActs()
      },
      ...parts.page,
    })
  const watcher: W = createWatcher({
    count: engine.count,
    isStopping: () => isStopping,
    troubles: () => forwarder.troubles(),
    isDiskLow: store.isDiskLow,
    history,
    lists: [...settings.lists.keys()],
    openPage,
  })
  listeners.push(history.onQueueLine, ({ event }) => {
    if (event === 'queue_failed') watcher.onQueueFailed()
  })
  const queue = watcher.watch(engine)
  const pause = store.pause ?? (await noteQuestion(engine))
  const { defer, pollMs } = timers
  const forwarder = createForwarder({ settings, queue, callApi, log, defer, pollMs, pause })
  const alerts = openAlerts(settings, { readHealth: watcher.readHealth, notes: engine, log })

  const handle = createProxy(settings, {
    queue,
    onAccepted: () => void timers.defer(forwarder.wake, toDelayMs(settings)),
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
  let endings: (() => void)[] = []

  /** Begins to forward, and to look after everything now and then. */
  function start() {
    endings = [
      timers.every(sweep, SWEEP_MS),
      timers.every(tellActs, pollMs),
      timers.every(history.flush, timers.historyMs),
      ...(alerts ? [timers.every(alerts.poll, timers.watchMs)] : []),
    ]
    void sweep()
    // An operator may have corrected key, address or lists. If waking fails, the events keep their own time.
    const waking = queue.wake(['credentials', 'address', 'unknown_list']).catch(() => {})
    void waking.then(forwarder.wake)
  }

  /** Refuses events, and finishes or keeps the others: within `STOP_MS`. @param closeDoors closes the server to pages */
  async function stop(closeDoors = async () => {}) {
    isStopping = true
    for (const end of endings) end()
    const untilMs = performance.now() + STOP_MS
    await atMost(FINISH_MS, Promise.all([closeDoors(), forwarder.stop()]))
    await atMost(untilMs - performance.now(), tellActs().then(history.flush).then(queue.close))
  }

  const open = { operator: engine, queue, watcher, forwarder, history, alerts, openPage }
  return { ...open, handle, sweep, tellActs, start, stop }
}

/** The wait between an arrival and its sending. It varies, so the sender cannot see whether its event was new. */
export const toDelayMs = ({ forwardDelayMs: { least, most } }: Pick<Settings, 'forwardDelayMs'>) =>
  least + Math.random() * (most - least)

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

/** Keeps in the database whether the neutral question suits the API. */
async function noteQuestion(engine: Pick<Queue, 'readNote' | 'writeNote'>): Promise<KeptPause> {
  const noted = await engine.readNote(QUESTION).catch(() => undefined)
  let question: Pause['question'] = noted === 'suits' || noted === 'unsuited' ? noted : 'untried'
  return {
    read: () => ({ question }),
    write(pause) {
      if (pause.question === question) return
      question = pause.question
      void engine.writeNote(QUESTION, question).catch(() => {}) // learnt again after the next start
    },
  }
}
