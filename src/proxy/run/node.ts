/** The proxy on Node: SQLite or Postgres for the queue, undici for the API, node:http for the pages. */
import { pathToFileURL } from 'node:url'
import { toKnown } from '../../setup/known.js'
import { createCallApi } from '../forward/call-api.js'
import { deferByTimer } from '../forward/scheduler.js'
import type { RequestHandler } from '../index.js'
import type { Log } from '../log/line.js'
import { createRequestLog } from '../log/request-log.js'
import { openStandardLog, toWrittenAtOnce } from '../log/standard-log.js'
import { createAdmin } from '../operate/admin.js'
import { OPERATOR_HEADERS } from '../operate/headers.js'
import type { Health } from '../operate/health.js'
import { readPageFiles } from '../operate/page/read-files.js'
import { placeTestOrder } from '../operate/test-order.js'
import { openBySettings } from '../queue/open.js'
import { toFolderProblem } from '../queue/store/database-folder.js'
import { createService, SWEEP_MS } from '../service.js'
import { isPostgres, type Settings } from '../settings.js'
import { isDiskLow } from './disk.js'
import { type Handler, type Listening, listen } from './listen.js'
import { openServedScript } from './served-script.js'

export { type List, readSettings, type Settings, SettingsError } from '../settings.js'
export type { Listening } from './listen.js'

/** The interval at which a proxy looks for changes by commands. */
const POLL_MS = 5_000
/** The interval at which alerts are checked. */
const WATCH_MS = 30_000
/** The time that requests of pages under way get at the end. */
const GRACE_MS = 2_000
/** Undefined if the source runs without a build. */
const BUILT_FOLDER = import.meta.url.endsWith('.ts') ? undefined : new URL('./', import.meta.url)

/** The running proxy. */
export interface Started extends Listening {
  /** The address of health and metrics, without a slash at the end. */
  adminUrl: string
  /** Answers a request of a server that you already have. It needs no port of its own. */
  handle: RequestHandler
  readHealth: () => Promise<Health>
}

interface Options {
  /** The file of ringup.js. By default the one next to this module. */
  snippetFile?: string | URL
  log?: Log
  /**
   * The folder with the script and style sheet of the operator's page. By default next to this module, once it is built.
   */
  pageFolder?: URL
}

/**
 * Starts to listen and to forward.
 *
 * @returns the addresses. `stop()` refuses new requests and finishes or keeps the others, in at most 10 s
 * @throws Error in a sentence, if the port or the database cannot be used
 */
export async function startProxy(settings: Settings, options: Options = {}): Promise<Started> {
  const { snippetFile = new URL('./ringup.js', import.meta.url), pageFolder = BUILT_FOLDER } = options
  const { log, countDropped, flush } = options.log ? toWrittenAtOnce(options.log) : openStandardLog()
  checkFolder(settings.database)
  const file = snippetFile instanceof URL ? snippetFile : pathToFileURL(snippetFile)
  const script = await openServedScript(file, settings, log)
  const { snippet } = script
  const readKnown = () => toKnown({ ...settings, tag: script.tag(), tagFile: script.tagFile })
  const pageFiles = await readPageFiles(pageFolder, readKnown) // a missing file is reported before the queue is opened
  const requestLog = createRequestLog(log)
  const names = [settings.adminHost, ...settings.adminNames]
  const service = await createService({
    store: {
      open: (logOfQueue) => openBySettings(settings, logOfQueue),
      isDiskLow: () => isDiskLow(settings.database),
    },
    callApi: createCallApi(),
    defer: deferByTimer,
    pollMs: POLL_MS,
    files: { served: script.files, snippet, page: pageFiles },
    settings,
    log,
    page: {
      async sendTestOrder() {
        const { event, stopped } = await placeTestOrder(settings, 'http://localhost', service.handle)
        return stopped === undefined ? event.id : undefined
      },
      saveTag: script.saveTag,
    },
    onAnswered(answer) {
      admin.onAnswered(answer)
      requestLog.onAnswered(answer)
    },
  })
  const { readHealth, page } = service
  const admin = createAdmin({ readHealth, path: settings.path, names, page, countDroppedLines: countDropped })
  const servers = await listenAll(settings, service.handle, admin.handle).catch(async (error: unknown) => {
    await service.queue.close()
    throw error
  })
  service.start()
  const timers = [setInterval(service.sweep, SWEEP_MS), setInterval(() => service.alerts?.poll(), WATCH_MS)]

  let stopped: Promise<void> | undefined
  async function stop() {
    for (const timer of timers) clearInterval(timer)
    await service.stop(() => servers.pages.stop(GRACE_MS))
    await servers.operator.stop() // last, because it shows that the proxy is stopping
    requestLog.end()
    await flush()
  }
  return {
    ...servers.pages,
    adminUrl: servers.operator.url,
    handle: service.handle,
    readHealth,
    stop: () => (stopped ??= stop()),
  }
}

/** @throws Error in a sentence, if an address cannot be used */
async function listenAll(settings: Settings, handlePages: Handler, handleOperator: Handler) {
  const operator = await listen(handleOperator, {
    host: settings.adminHost,
    port: settings.adminPort,
    settings: { host: 'RINGUP_ADMIN_HOST', port: 'RINGUP_ADMIN_PORT' },
    headers: OPERATOR_HEADERS,
  })
  const listening = listen(handlePages, {
    host: settings.host,
    port: settings.port,
    settings: { host: 'HOST', port: 'PORT' },
  })
  const pages = await listening.catch(async (error: unknown) => {
    await operator.stop()
    throw error
  })
  return { operator, pages }
}

/** @throws Error in a sentence. SQLite would only say "unable to open database file" */
function checkFolder(database: string) {
  const problem = isPostgres(database) || database === ':memory:' ? undefined : toFolderProblem(database)
  if (problem) throw new Error(`The database file ${database} cannot be used: ${problem}`)
}
