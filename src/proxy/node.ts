/** The proxy on Node: SQLite for the hold, undici for the API, node:http for the pages. */
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { createCallApi } from './call-api.js'
import { createForwarder, type Log } from './forward.js'
import { createSqliteHold } from './hold/sqlite.js'
import { createProxy } from './index.js'
import { type Listening, listen } from './listen.js'
import { createSeal } from './seal.js'
import type { Settings } from './settings.js'
import { readSnippetFiles } from './snippet-files.js'

export type { Listening } from './listen.js'
export { type List, readSettings, type Settings, SettingsError } from './settings.js'

const SWEEP_MS = 3_600_000
/** What pages have under way gets this long at the end. */
const GRACE_MS = 2_000
/** What the API has under way gets this long; a request cut off is repeated at the next start. */
const STOP_MS = 9_000

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
export async function startProxy(settings: Settings, options: Options = {}): Promise<Listening> {
  const { snippetFile = new URL('./ringup.js', import.meta.url), log = createLog() } = options
  const { files } = await readSnippetFiles(snippetFile instanceof URL ? snippetFile : pathToFileURL(snippetFile))
  const hold = createSqliteHold({ file: settings.database, seal: createSeal(settings.keys) })
  const forwarder = createForwarder({ settings, hold, callApi: createCallApi(), log })
  let stopping = false
  const parts = { hold, onAccepted: forwarder.wake, log, files, isStopping: () => stopping }
  const proxy = createProxy(settings, parts)
  const sweep = () =>
    hold.sweep(Date.now()).catch((error: unknown) => log({ event: 'hold_failed', reason: String(error) }))
  const listening = await listen(proxy, settings).catch(async (error: unknown) => {
    await hold.close()
    throw error
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
    await hold.close()
  }
  return { ...listening, stop: () => (stopped ??= stop()) }
}

/** One line of JSON each, of picked fields only: never an address, a name, an order number or a body. */
function createLog(): Log {
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime })
  return (line) => logger.info(line)
}
