/**
 * The proxy within a Durable Object: queue, forwarding, health and operator's page for the whole shop, in one place.
 */

import { Readable } from 'node:stream'
import { VERSION } from '../../contract/limits.js'
import { atMost } from '../at-most.js'
import { createFetchCallApi } from '../forward/fetch-call-api.js'
import type { KeptPause, Pause } from '../forward/target.js'
import type { Log } from '../log/line.js'
import { ProblemError, toTexts } from '../operate/commands/print.js'
import { answerFind } from '../operate/find.js'
import { toAnswer } from '../operate/health.js'
import { isOwnHost } from '../operate/host.js'
import type { PageFiles } from '../operate/page/parts.js'
import type { Columns } from '../operate/read-orders.js'
import { reconcile } from '../operate/reconcile.js'
import { toDetail, toSummary } from '../operate/shown.js'
import {
  type Filter,
  type IncomingEvent,
  type Listed,
  type OpenQueue,
  QueueFullError,
  type RefusedReport,
  type Sought,
  type Which,
} from '../queue/index.js'
import { listAll } from '../queue/operator/index.js'
import { openIn } from '../queue/queue.js'
import { createObjectStore } from '../queue/store/durable-object.js'
import type { Urgency } from '../queue/store/index.js'
import type { Build } from '../script-files.js'
import { createSeal } from '../seal.js'
import { createService, SWEEP_MS, toDelayMs } from '../service.js'
import type { Settings } from '../settings.js'
import { createAlarm } from './alarm.js'
import type { ObjectStorage } from './cloudflare.js'

/** Requests to the API in one alarm. Cloudflare allows 50 in an alarm of a free account. The next alarm makes more. */
const MAX_CALLS = 40
/** The time that an alarm waits for an alert to be sent. */
const ALERT_MS = 5_000
/** The shortest interval at which counts are written for the charts. */
const HISTORY_MS = 60_000
/** The alarm does the repeated work of other runtimes. The operator's acts run in this object. */
const NEVER = Number.POSITIVE_INFINITY
/** Names in the object's storage. */
const SWEEP = 'next sweep'
const PAUSE = 'pause'

interface Parts {
  storage: ObjectStorage
  settings: Settings
  log: Log
  snippet: Build
  pageFiles: PageFiles | undefined
}

/** Columns of the shop's book. `complete` sends orders that pages reported without an address. */
export type BookOptions = Columns & { complete?: true }

export type RingupObject = Awaited<ReturnType<typeof createObject>>

/** @throws Error in a sentence, if the object's database cannot be used */
export async function createObject({ storage, settings, log, snippet, pageFiles }: Parts) {
  const alarm = createAlarm(storage)
  // A duplicate rings too, as a new event does.
  const onWritten = (urgency: Urgency) => alarm.ring(urgency === 'accept' ? toDelayMs(settings) : 0)
  const store = createObjectStore({ storage, onWritten })
  /** The requests that this alarm may still make. */
  let left = 0
  let historyMs = 0

  async function open(logOfQueue: Log): Promise<OpenQueue> {
    const seal = createSeal(settings.keys)
    const opened = await openIn(store, { seal, shop: settings, most: settings, log: logOfQueue })
    return {
      ...opened,
      async claim(most, probe) {
        if (left <= 0) return { events: [], nextInMs: undefined }
        const claimed = await opened.claim(Math.min(most, left), probe)
        left -= claimed.events.length
        return claimed
      },
    }
  }

  const pause: KeptPause = {
    read: () => storage.kv.get(PAUSE) as Pause | undefined, // written by the next line
    write: (kept) => storage.kv.put(PAUSE, kept),
  }
  const service = await createService({
    store: { open, pause },
    callApi: createFetchCallApi(),
    timers: { defer: alarm.defer, every: () => () => {}, pollMs: NEVER, historyMs: NEVER, watchMs: NEVER },
    files: { served: [], snippet, page: pageFiles },
    settings,
    log,
    // a Worker receives the requests
    page: { isPublic: true, seesRequests: false, onActed: () => void service.tellActs() },
  })
  const { operator, queue, forwarder, history, alerts } = service
  const page = service.openPage(service.watcher.readHealth)

  function wakeWhileRunning() {
    if (alarm.running) forwarder.wake()
  }

  async function work(): Promise<number> {
    forwarder.wake()
    await forwarder.idle()
    await atMost(ALERT_MS, alerts?.poll()) // a slow poll continues on its own
    await writeHistory()
    if (left === 0) return Date.now()
    return Math.min(await sweep(), alerts?.nextMs() ?? Number.POSITIVE_INFINITY)
  }

  /**
   * Writes counts for the charts. Each written row costs money, so this is rare. If the object ends in between, its
   * latest counts are lost.
   */
  async function writeHistory() {
    if (Date.now() - historyMs < HISTORY_MS) return
    historyMs = Date.now()
    await history.flush()
  }

  /** @returns the time of the next sweep */
  async function sweep(): Promise<number> {
    const dueMs = Number(storage.kv.get(SWEEP) ?? 0)
    if (dueMs > Date.now()) return dueMs
    const nextMs = Date.now() + SWEEP_MS
    storage.kv.put(SWEEP, nextMs)
    await service.sweep()
    return nextMs
  }

  /** Logs the operator's acts. */
  async function act<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = await work()
    await service.tellActs()
    return result
  }

  const names = settings.adminNames
  return {
    async page(request: Request): Promise<Response> {
      if (isOwnHost(new URL(request.url).hostname, names)) return page.fetch(request)
      return Response.json({ error: 'RINGUP_ADMIN_NAMES does not have this name.' }, { status: 421 })
    },
    /** @returns `queue_full` instead of throwing, because a thrown error loses its class on the way */
    async accept(event: IncomingEvent) {
      try {
        const outcome = await queue.accept(event)
        // otherwise the write has already set the alarm
        if (alarm.running) setTimeout(wakeWhileRunning, toDelayMs(settings))
        return outcome
      } catch (error) {
        if (error instanceof QueueFullError) return 'queue_full'
        throw error
      }
    },
    refuse: (report: RefusedReport) => queue.refuse(report),
    alarm() {
      left = MAX_CALLS
      return alarm.run(work)
    },
    health: async () => ({ ...toAnswer(await service.watcher.readHealth()), version: VERSION, snippet }),
    list: (filter: Filter) => toStream(toTexts(toLines(listAll(operator, filter)))),
    async show(id: string, reveal: boolean) {
      const event = await operator.read(id)
      if (event && reveal) await act(() => operator.tellRevealed({ id, count: 1 }))
      return event ? toDetail(event, reveal) : null
    },
    find: async (which: Sought) => (await answerFind(operator, which)).lines,
    /** @param csv the shop's own book. @returns lines: each order that is not delivered, and the sum */
    async reconcile(csv: string, columns: BookOptions) {
      const book = { name: 'The book', bytes: Readable.from([Buffer.from(csv)]) }
      const lines: string[] = []
      try {
        for await (const line of reconcile(operator, book, columns).lines) lines.push(line)
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        lines.push(error.message)
      }
      return lines
    },
    replay: (which: Which) => act(() => operator.replay(which)),
    drop: (id: string) => act(async () => (await operator.drop({ id })) > 0),
    erase: (email: string) => act(() => operator.erase(email)),
  }
}

async function* toLines(events: AsyncIterable<Listed>) {
  for await (const event of events) yield JSON.stringify(toSummary(event, Date.now()))
}

/** Makes a stream of bytes as fast as it is read. Workers can pass only byte streams to each other. */
function toStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    type: 'bytes',
    async pull(to) {
      const { done, value } = await texts.next()
      if (done) to.close()
      else to.enqueue(encoder.encode(value))
    },
    async cancel() {
      await texts.return(undefined)
    },
  })
}
