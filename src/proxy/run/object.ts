/** The proxy within a Durable Object: everything that counts, for the whole shop, in one place. */

import { Readable } from 'node:stream'
import { VERSION } from '../../contract/limits.js'
import type { Pause } from '../forward/breaker.js'
import { createFetchCallApi } from '../forward/fetch-call-api.js'
import { createForwarder } from '../forward/scheduler.js'
import type { Log } from '../log/line.js'
import { openAlerts } from '../operate/alerts.js'
import { ProblemError, toTexts } from '../operate/commands/print.js'
import { answerFind } from '../operate/find.js'
import { createHealth, toAnswer } from '../operate/health.js'
import { createHistory } from '../operate/history.js'
import { isOwnHost } from '../operate/host.js'
import { logActs } from '../operate/log-acts.js'
import { createPage } from '../operate/page/index.js'
import type { PageFiles } from '../operate/page/parts.js'
import type { Columns } from '../operate/read-orders.js'
import { reconcile } from '../operate/reconcile.js'
import { toDetail, toSummary } from '../operate/shown.js'
import { type Seen, watchQueue } from '../operate/watch.js'
import {
  type Claimed,
  type IncomingEvent,
  type Listed,
  type Probe,
  QueueFullError,
  type Reason,
  type RefusedReport,
  type State,
} from '../queue/index.js'
import { listAll } from '../queue/operator/index.js'
import { openIn } from '../queue/queue.js'
import { toBounds } from '../queue/room.js'
import { createObjectStore } from '../queue/store/durable-object.js'
import type { Urgency } from '../queue/store/index.js'
import { createSeal } from '../seal.js'
import type { Settings } from '../settings.js'
import { createAlarm } from './alarm.js'
import type { ObjectStorage } from './cloudflare.js'

const SWEEP_MS = 3_600_000
/** Requests to the API in one alarm: of the 50 that Cloudflare lets a free account's alarm make. The next alarm makes more. */
const MAX_CALLS = 40
/** How long an alarm waits for an alert to be told. */
const ALERT_MS = 5_000
/** How often the charts get what was counted, at most. */
const HISTORY_MS = 60_000
/** Names in the object's storage. */
const SWEEP = 'next sweep'
const PAUSE = 'pause'

interface Parts {
  storage: ObjectStorage
  settings: Settings
  log: Log
  snippet: { file: string; integrity: string }
  pageFiles: PageFiles | undefined
}

/** What may be asked for: like the options of `ringup events list`. */
export interface Filter {
  state?: State
  reason?: Reason
}

/** @throws Error in a sentence when the object's database cannot be used */
export async function createObject({ storage, settings, log, snippet, pageFiles }: Parts) {
  const alarm = createAlarm(storage)
  const seal = createSeal(settings.keys)
  const { least, most } = settings.forwardDelayMs
  const toDelayMs = () => least + Math.random() * (most - least)
  // A duplicate rings as a new event does.
  const onWritten = (urgency: Urgency) => alarm.ring(urgency === 'accept' ? toDelayMs() : 0)
  const store = createObjectStore({ storage, onWritten })
  const { apiUrl, origins } = settings
  const logOfQueue: Log = (line) => {
    if (line.event === 'queue_failed') health.onQueueFailed()
    history.onQueueLine(line)
    log(line)
  }
  const opened = await openIn(store, { seal, shop: { apiUrl, origins }, log: logOfQueue, most: toBounds(settings) })
  const { count } = opened
  const history = createHistory(opened, log)
  const health = createHealth({
    count,
    troubles: () => forwarder.troubles(),
    history,
    lists: [...settings.lists.keys()],
  })
  const alerts = openAlerts(settings, { readHealth: health.read, notes: opened, log })
  const onSeen = (seen: Seen) => {
    history.onSeen(seen)
    health.onSeen(seen)
  }
  const queue = watchQueue(opened, onSeen, health.onQueueFailed)
  /** Requests that this alarm may still make. */
  let left = 0
  let historyMs = 0
  const forwarder = createForwarder({
    settings,
    queue: { ...queue, claim },
    callApi: createFetchCallApi(),
    log,
    defer: alarm.defer,
    pollMs: Number.POSITIVE_INFINITY, // what the operator does is done here
    pause: {
      read: () => storage.kv.get(PAUSE) as Pause | undefined, // what the next line has put there
      write: (pause) => storage.kv.put(PAUSE, pause),
    },
  })

  async function claim(most: number, probe?: Probe): Promise<Claimed> {
    if (left <= 0) return { events: [], nextInMs: undefined }
    const claimed = await queue.claim(Math.min(most, left), probe)
    left -= claimed.events.length
    return claimed
  }

  function wakeWhileRunning() {
    if (alarm.running) forwarder.wake()
  }

  async function work(): Promise<number> {
    forwarder.wake()
    await forwarder.idle()
    await Promise.race([alerts?.poll(), sleep(ALERT_MS)]) // what takes longer goes on by itself
    await writeHistory()
    if (left === 0) return Date.now()
    return Math.min(await sweep(), alerts?.nextMs() ?? Number.POSITIVE_INFINITY)
  }

  /** Each row that is written is paid for. What the object has counted when it ends in between is lost. */
  async function writeHistory() {
    if (Date.now() - historyMs < HISTORY_MS) return
    historyMs = Date.now()
    await history.flush()
  }

  /** @returns when the next one is due */
  async function sweep(): Promise<number> {
    const dueMs = Number(storage.kv.get(SWEEP) ?? 0)
    if (dueMs > Date.now()) return dueMs
    const nextMs = Date.now() + SWEEP_MS
    storage.kv.put(SWEEP, nextMs)
    await queue.sweep().catch((error: unknown) => log({ event: 'queue_failed', reason: String(error) }))
    return nextMs
  }

  /** Tells the log what the operator does. */
  async function act<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = await work()
    await logActs(opened, log)
    return result
  }

  const names = settings.adminNames
  const page = createPage({
    operator: opened,
    readHealth: health.read,
    readHours: history.read,
    path: settings.path,
    version: VERSION,
    snippet,
    files: pageFiles,
    tokens: settings.adminTokens,
    isPublic: true,
    seesRequests: false, // a Worker has seen them
    onActed: () => void logActs(opened, log),
  })

  return {
    async page(request: Request): Promise<Response> {
      if (isOwnHost(new URL(request.url).hostname, names)) return page.fetch(request)
      return Response.json({ error: 'RINGUP_ADMIN_NAMES does not have this name.' }, { status: 421 })
    },
    /** @returns `queue_full` instead of throwing: what is thrown loses its class on the way */
    async accept(event: IncomingEvent) {
      try {
        const outcome = await queue.accept(event)
        if (alarm.running) setTimeout(wakeWhileRunning, toDelayMs()) // else it rings: the write has seen to that
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
    health: async () => toAnswer(await health.read()),
    list: (filter: Filter) => toStream(toTexts(toLines(listAll(opened, filter)))),
    async show(id: string, reveal: boolean) {
      const event = await opened.read(id)
      if (event && reveal) await act(() => opened.tellRevealed({ id, count: 1 }))
      return event ? toDetail(event, reveal) : null
    },
    find: async (which: { id: string } | { order: string; email?: string }) => (await answerFind(opened, which)).lines,
    /** @param csv the shop's own book. @returns lines: each order that is not delivered, and the sum */
    async reconcile(csv: string, columns: Columns & { complete?: true }) {
      const book = { name: 'The book', bytes: Readable.from([Buffer.from(csv)]) }
      const lines: string[] = []
      try {
        await reconcile(opened, book, columns, (line) => lines.push(line))
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        lines.push(error.message)
      }
      return lines
    },
    replay: (which: { id: string } | { reason: Reason }) => act(() => opened.replay(which)),
    drop: (id: string) => act(async () => (await opened.drop({ id })) > 0),
    erase: (email: string) => act(() => opened.erase(email)),
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function* toLines(events: AsyncIterable<Listed>) {
  for await (const event of events) yield JSON.stringify(toSummary(event, Date.now()))
}

/** A stream of bytes, as only those may be handed from Worker to Worker; made as fast as they are read. */
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
