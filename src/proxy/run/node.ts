/** The proxy on Node: SQLite or Postgres for the hold, undici for the API, node:http for the pages. */
import { pathToFileURL } from 'node:url'
import { VERSION } from '../../contract/limits.js'
import { createCallApi } from '../call-api.js'
import { createForwarder } from '../forward.js'
import { openHold } from '../hold/open.js'
import { type AnswerSummary, createProxy } from '../index.js'
import { openStandardLog, toWrittenAtOnce } from '../log.js'
import type { Log } from '../log-line.js'
import { createAdmin } from '../operate/admin.js'
import { createRequestLog } from '../request-log.js'
import { createSeal } from '../seal.js'
import { isPostgres, type Settings } from '../settings.js'
import { toFolderProblem } from './database-folder.js'
import { type Address, type Handler, type Listening, listen } from './listen.js'
import { readSnippetFiles } from './snippet-files.js'

export { type List, readSettings, type Settings, SettingsError } from '../settings.js'
export type { Listening } from './listen.js'

const SWEEP_MS = 3_600_000
/** What pages have under way gets this long at the end. */
const GRACE_MS = 2_000
/** What the API has under way gets this long; a request cut off is repeated at the next start. */
const STOP_MS = 9_000

/** The proxy, started. */
export interface Started extends Listening {
  /** Where health and metrics are, without a slash at the end. */
  adminUrl: string
}

interface Options {
  /** The file of ringup.js; by default the one beside this module. */
  snippetFile?: string | URL
  log?: Log
}

/**
 * Starts listening and forwarding.
 *
 * @returns where it listens; `stop()` refuses new requests, finishes or keeps what is under way, in at most 10 s
 * @throws Error in a sentence when the port or the database cannot be used
 */
export async function startProxy(settings: Settings, options: Options = {}): Promise<Started> {
  const { snippetFile = new URL('./ringup.js', import.meta.url) } = options
  const { log, countDropped, flush } = options.log ? toWrittenAtOnce(options.log) : openStandardLog()
  checkFolder(settings.database)
  const { files, file, integrity } = await readSnippetFiles(
    snippetFile instanceof URL ? snippetFile : pathToFileURL(snippetFile),
  )
  const onUnread = (error: unknown, id?: string) => {
    admin.onHoldFailed()
    log({ event: 'hold_failed', ...(id !== undefined && { id }), reason: String(error) })
  }
  const engine = await openHold({ database: settings.database, seal: createSeal(settings.keys), onUnread })
  const admin = createAdmin({
    count: engine.count,
    version: VERSION,
    snippet: { file, integrity },
    names: [settings.adminHost, ...settings.adminNames],
    isStopping: () => stopping,
    countDroppedLines: countDropped,
  })
  const hold = admin.watch(engine)
  const forwarder = createForwarder({ settings, hold, callApi: createCallApi(), log })
  let stopping = false
  const requestLog = createRequestLog(log)
  const onAnswered = (answered: AnswerSummary) => {
    admin.onAnswered(answered)
    requestLog.onAnswered(answered)
  }
  const { least, most } = settings.forwardDelayMs
  const onAccepted = () => void setTimeout(forwarder.wake, least + Math.random() * (most - least)).unref()
  const parts = { hold, onAccepted, log, files, isStopping: () => stopping, onAnswered }
  const proxy = createProxy(settings, parts)
  const sweep = () =>
    hold.sweep(Date.now()).catch((error: unknown) => log({ event: 'hold_failed', reason: String(error) }))
  const servers: Listening[] = []
  const open = async (handler: Handler, address: Address) => {
    const server = await listen(handler, address).catch(async (error: unknown) => {
      for (const opened of servers) await opened.stop()
      await hold.close()
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
    settings: { host: 'HOST', port: 'PORT' },
  })
  await sweep()
  const sweeper = setInterval(sweep, SWEEP_MS)
  forwarder.wake() // what an earlier process left

  let stopped: Promise<void> | undefined
  async function stop() {
    stopping = true
    clearInterval(sweeper)
    const late = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())
    await Promise.all([listening.stop(GRACE_MS), Promise.race([forwarder.stop(), late])])
    await watched.stop() // last, for it says that the proxy is stopping
    await hold.close()
    requestLog.end()
    await flush()
  }
  return { ...listening, adminUrl: watched.url, stop: () => (stopped ??= stop()) }
}

/** @throws Error in a sentence, for what SQLite would only call "unable to open database file" */
function checkFolder(database: string) {
  const problem = isPostgres(database) || database === ':memory:' ? undefined : toFolderProblem(database)
  if (problem) throw new Error(`The database file ${database} cannot be used: ${problem}`)
}
