/** The proxy on Node: SQLite or Postgres for the queue, undici for the API, node:http for the pages. */
import { pathToFileURL } from 'node:url'
import { VERSION } from '../../contract/limits.js'
import { toKnown } from '../../setup/known.js'
import { createCallApi } from '../forward/call-api.js'
import { deferByTimer } from '../forward/scheduler.js'
import type { Log } from '../log/line.js'
import { createRequestLog } from '../log/request-log.js'
import { openStandardLog, toWrittenAtOnce } from '../log/standard-log.js'
import { createAdmin } from '../operate/admin.js'
import { lookAtWay } from '../operate/endpoint.js'
import type { Fingerprints } from '../operate/fingerprints.js'
import type { Health } from '../operate/health.js'
import { readPageFiles } from '../operate/page/read-files.js'
import { startQueue } from '../queue/thread.js'
import { createService, SWEEP_MS, type Timers } from '../service.js'
import { isPostgres, type Settings } from '../settings.js'
import { placeTestOrder } from '../test-order.js'
import { toFolderProblem } from './database-folder.js'
import { isDiskLow } from './disk.js'
import { type Handler, type Listening, listen } from './listen.js'
import { openServedScript } from './served-script.js'

export { type List, readSettings, type Settings, SettingsError } from '../settings.js'
export type { Listening } from './listen.js'

/** How soon the charts have what was counted. */
const HISTORY_MS = 10_000
/** How soon a proxy sees what a command has done. */
const POLL_MS = 5_000
const WATCH_MS = 30_000
/** What pages have under way gets this long at the end. */
const GRACE_MS = 2_000
/** Undefined when the source itself runs. */
const BUILT_FOLDER = import.meta.url.endsWith('.ts') ? undefined : new URL('./', import.meta.url)

/** The proxy, started. */
export interface Started extends Listening {
  /** Where health and metrics are, without a slash at the end. */
  adminUrl: string
  readHealth: () => Promise<Health>
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
  const { snippetFile = new URL('./ringup.js', import.meta.url), pageFolder = BUILT_FOLDER, fingerprints } = options
  const { log, countDropped, flush } = options.log ? toWrittenAtOnce(options.log) : openStandardLog()
  checkFolder(settings.database)
  const script = await openServedScript(
    snippetFile instanceof URL ? snippetFile : pathToFileURL(snippetFile),
    settings,
    log,
  )
  const { snippet } = script
  const readLatest = () => ({ ...settings, tag: script.tag() })
  const pageFiles = await readPageFiles(pageFolder, () => toKnown(readLatest(), snippet)) // a missing file is reported before the queue has a thread
  const timers = createTimers(options)
  const requestLog = createRequestLog(log)
  const names = [settings.adminHost, ...settings.adminNames]
  const about = { version: VERSION, path: settings.path, snippet, names, ...(fingerprints && { fingerprints }) }
  const service = await createService({
    store: { open: (logOfQueue) => startQueue(settings, logOfQueue), isDiskLow: () => isDiskLow(settings.database) },
    callApi: createCallApi(),
    timers,
    files: { served: script.files, snippet, page: pageFiles },
    settings,
    log,
    createWatcher: (parts) => createAdmin({ ...parts, ...about, countDroppedLines: countDropped }),
    page: {
      async sendTestOrder() {
        const { event, stopped } = await placeTestOrder(settings, 'http://localhost', service.handle)
        return stopped === undefined ? event.id : undefined
      },
      lookAtWay: (address, endpoint) => lookAtWay(address, endpoint, readLatest()),
      saveTag: script.saveTag,
    },
    onAnswered: requestLog.onAnswered,
  })
  const servers = await listenAll(settings, service.handle, service.watcher.handle).catch(async (error: unknown) => {
    await service.queue.close()
    throw error
  })
  service.start()
  const endTouching = timers.every(script.touch, SWEEP_MS)

  let stopped: Promise<void> | undefined
  async function stop() {
    endTouching()
    await service.stop(() => servers.pages.stop(GRACE_MS))
    await servers.operator.stop() // last, because it says that the proxy is stopping
    requestLog.end()
    await flush()
  }
  return {
    ...servers.pages,
    adminUrl: servers.operator.url,
    readHealth: service.watcher.readHealth,
    stop: () => (stopped ??= stop()),
  }
}

function createTimers({ pollMs = POLL_MS, historyMs = HISTORY_MS, watchMs = WATCH_MS }: Options): Timers {
  return {
    defer: deferByTimer,
    every(run, eachMs) {
      const timer = setInterval(run, eachMs)
      return () => clearInterval(timer)
    },
    ...{ pollMs, historyMs, watchMs },
  }
}

/** @throws Error in a sentence if an address cannot be listened on */
async function listenAll(settings: Settings, handlePages: Handler, handleOperator: Handler) {
  const operator = await listen(handleOperator, {
    host: settings.adminHost,
    port: settings.adminPort,
    settings: { host: 'RINGUP_ADMIN_HOST', port: 'RINGUP_ADMIN_PORT' },
  })
  const listening = listen(handlePages, {
    host: settings.host,
    port: settings.port,
    // All requests that come through a trusted hop are connected from its address.
    ...(settings.trustedHops > 0 && { connections: { perAddress: Number.POSITIVE_INFINITY } }),
    settings: { host: 'HOST', port: 'PORT' },
  })
  const pages = await listening.catch(async (error: unknown) => {
    await operator.stop()
    throw error
  })
  return { operator, pages }
}

/** @throws Error in a sentence, for what SQLite would only call "unable to open database file" */
function checkFolder(database: string) {
  const problem = isPostgres(database) || database === ':memory:' ? undefined : toFolderProblem(database)
  if (problem) throw new Error(`The database file ${database} cannot be used: ${problem}`)
}
