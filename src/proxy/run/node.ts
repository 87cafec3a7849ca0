/** The proxy on Node: SQLite or Postgres for the queue, undici for the API, node:http for the pages. */
import { pathToFileURL } from 'node:url'
import { VERSION } from '../../contract/limits.js'
import { toKnown } from '../../setup/known.js'
import { createCallApi } from '../forward/call-api.js'
import { createForwarder } from '../forward/scheduler.js'
import type { KeptPause, Pause } from '../forward/target.js'
import { type AnswerSummary, createProxy } from '../index.js'
import type { Log } from '../log/line.js'
import { createRequestLog } from '../log/request-log.js'
import { openStandardLog, toWrittenAtOnce } from '../log/standard-log.js'
import { createAdmin } from '../operate/admin.js'
import { openAlerts } from '../operate/alerts.js'
import type { Fingerprints } from '../operate/fingerprints.js'
import { createHistory } from '../operate/history.js'
import { logActs } from '../operate/log-acts.js'
import { createPage } from '../operate/page/index.js'
import { readPageFiles } from '../operate/page/read-files.js'
import type { Queue } from '../queue/index.js'
import { startQueue } from '../queue/thread.js'
import { isPostgres, type Settings } from '../settings.js'
import { placeTestOrder } from '../test-order.js'
import { toFolderProblem } from './database-folder.js'
import { isDiskLow } from './disk.js'
import { keepScripts, toScriptsFolder } from './kept-scripts.js'
import { type Handler, type Listening, type ListenOptions, listen } from './listen.js'
import { readSnippetFiles } from './snippet-files.js'

export { type List, readSettings, type Settings, SettingsError } from '../settings.js'
export type { Listening } from './listen.js'

const SWEEP_MS = 3_600_000
/** How soon the charts have what was counted. */
const HISTORY_MS = 10_000
/** How soon a proxy sees what a command has done. */
const POLL_MS = 5_000
const WATCH_MS = 30_000
/** What pages have under way gets this long at the end. */
const GRACE_MS = 2_000
/** What the API has under way gets this long; a request cut off is repeated at the next start. */
const STOP_MS = 9_000
/** The note that says whether the neutral question suits the API. */
const QUESTION = 'question'

/** Undefined when the source itself runs. */
const BUILT_FOLDER = import.meta.url.endsWith('.ts') ? undefined : new URL('./', import.meta.url)

/** The proxy, started. */
export interface Started extends Listening {
  /** Where health and metrics are, without a slash at the end. */
  adminUrl: string
}

interface Options {
  /** The file of ringup.js; by default the one beside this module. */
  snippetFile?: string | URL
  log?: Log
  /** Where the operator's page has its script and style sheet; by default beside this module, once it is built. */
  pageFolder?: URL
  /** What tells a command whether this proxy has the settings of its file. */
  fingerprints?: Fingerprints
  /** How often what was counted is written for the charts. */
  historyMs?: number
  /** How often it looks for what nobody tells of: what a command has done. */
  pollMs?: number
  /** How often it is looked whether trouble has begun or ended. */
  watchMs?: number
}

/**
 * Starts listening and forwarding.
 *
 * @returns where it listens; `stop()` refuses new requests, finishes or keeps what is under way, in at most 10 s
 * @throws Error in a sentence when the port or the database cannot be used
 */
export async function startProxy(settings: Settings, options: Options = {}): Promise<Started> {
  const { snippetFile = new URL('./ringup.js', import.meta.url), pollMs = POLL_MS } = options
  const { pageFolder = BUILT_FOLDER, historyMs = HISTORY_MS, watchMs = WATCH_MS } = options
  const { log, countDropped, flush } = options.log ? toWrittenAtOnce(options.log) : openStandardLog()
  checkFolder(settings.database)
  const { files, file, integrity } = await readSnippetFiles(
    snippetFile instanceof URL ? snippetFile : pathToFileURL(snippetFile),
    settings,
  )
  const kept = await keepScripts(toScriptsFolder(settings), files, log)
  const pageFiles = await readPageFiles(pageFolder, toKnown(settings)) // what may be missing is asked for before the queue has a thread
  const logOfQueue: Log = (line) => {
    if (line.event === 'queue_failed') admin.onQueueFailed()
    history.onQueueLine(line)
    log(line)
  }
  const engine = await startQueue(settings, logOfQueue)
  const history = createHistory(engine, log)
  const page = {
    operator: engine,
    readHours: history.read,
    path: settings.path,
    version: VERSION,
    snippet: { file, integrity },
    files: pageFiles,
    tokens: settings.adminTokens,
    async sendTestOrder() {
      const { event, stopped } = await placeTestOrder(settings, 'http://localhost', proxy)
      return stopped === undefined ? event.id : undefined
    },
    lookAtPage: async (address: string) => (await import('../look/index.js')).lookAtShopPage(address, settings),
    onActed() {
      forwarder.wake()
      void logActs(engine, log)
    },
  }
  const admin = createAdmin({
    count: engine.count,
    version: VERSION,
    path: settings.path,
    snippet: { file, integrity },
    names: [settings.adminHost, ...settings.adminNames],
    isStopping: () => stopping,
    troubles: () => forwarder.troubles(),
    countDroppedLines: countDropped,
    isDiskLow: () => isDiskLow(settings.database),
    history,
    lists: [...settings.lists.keys()],
    ...(options.fingerprints && { fingerprints: options.fingerprints }),
    openPage: (readHealth) => createPage({ ...page, readHealth }),
  })
  const queue = admin.watch(engine)
  const pause = await keepQuestion(engine)
  const forwarder = createForwarder({ settings, queue, callApi: createCallApi(), log, pollMs, pause })
  const alerts = openAlerts(settings, { readHealth: admin.readHealth, notes: engine, log })
  let stopping = false
  const requestLog = createRequestLog(log)
  const onAnswered = (answered: AnswerSummary) => {
    admin.onAnswered(answered)
    history.onAnswered(answered)
    requestLog.onAnswered(answered)
  }
  const { least, most } = settings.forwardDelayMs
  const onAccepted = () => void setTimeout(forwarder.wake, least + Math.random() * (most - least)).unref()
  const parts = { queue, onAccepted, log, files: [...files, ...kept.files], isStopping: () => stopping, onAnswered }
  const proxy = createProxy(settings, parts)
  const sweep = () => queue.sweep().catch((error: unknown) => log({ event: 'queue_failed', reason: String(error) }))
  const servers: Listening[] = []
  const open = async (handler: Handler, address: ListenOptions) => {
    const server = await listen(handler, address).catch(async (error: unknown) => {
      for (const opened of servers) await opened.stop()
      await queue.close()
      throw error
    })
    servers.push(server)
    return server
  }
  const watched = await open(admin.handle, {
    host: settings.adminHost,
    port: settings.adminPort,
    settings: { host: 'RINGUP_ADMIN_HOST', port: 'RINGUP_ADMIN_PORT' },
  })
  const listening = await open(proxy, {
    host: settings.host,
    port: settings.port,
    // All that come by a trusted hop are connected from its address.
    ...(settings.trustedHops > 0 && { connections: { perAddress: Number.POSITIVE_INFINITY } }),
    settings: { host: 'HOST', port: 'PORT' },
  })
  void sweep()
  const timers = [
    setInterval(sweep, SWEEP_MS),
    setInterval(kept.touch, SWEEP_MS),
    setInterval(() => logActs(engine, log), pollMs),
    setInterval(history.flush, historyMs),
    alerts && setInterval(alerts.poll, watchMs),
  ]
  // Key, address and lists may have been mended while it was stopped: what waits for them need not wait any longer. When
  // waking fails, it goes a little later.
  void queue
    .wake(['credentials', 'address', 'unknown_list'])
    .catch(() => {})
    .then(forwarder.wake)

  let stopped: Promise<void> | undefined
  async function stop() {
    stopping = true
    for (const timer of timers) clearInterval(timer)
    const late = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())
    await Promise.all([listening.stop(GRACE_MS), Promise.race([forwarder.stop(), late])])
    await watched.stop() // last, for it says that the proxy is stopping
    await logActs(engine, log)
    await history.flush()
    await queue.close()
    requestLog.end()
    await flush()
  }
  return { ...listening, adminUrl: watched.url, stop: () => (stopped ??= stop()) }
}

/** Whether the neutral question suits the API is known over a restart; that everything is held the first answers bring back. */
async function keepQuestion(engine: Pick<Queue, 'readNote' | 'writeNote'>): Promise<KeptPause> {
  const noted = await engine.readNote(QUESTION).catch(() => undefined)
  let question: Pause['question'] = noted === 'suits' || noted === 'unsuited' ? noted : 'untried'
  return {
    read: () => ({ question }),
    write(pause) {
      if (pause.question === question) return
      question = pause.question
      void engine.writeNote(QUESTION, question).catch(() => {}) // found out again after the next start
    },
  }
}

/** @throws Error in a sentence, for what SQLite would only call "unable to open database file" */
function checkFolder(database: string) {
  const problem = isPostgres(database) || database === ':memory:' ? undefined : toFolderProblem(database)
  if (problem) throw new Error(`The database file ${database} cannot be used: ${problem}`)
}
