/**
 * The proxy within a Durable Object: queue, forwarding, health and operator's page for the whole shop, in one place.
 */

import { Readable } from 'node:stream'
import { Hono } from 'hono'
import type { ObjectStorage } from '../cloudflare.js'
import { createFetchCallApi } from '../forward/fetch-call-api.js'
import type { Log } from '../log/line.js'
import { answerFind } from '../operate/find.js'
import { operatorHeaders } from '../operate/headers.js'
import { isOwnHost } from '../operate/host.js'
import type { PageFiles } from '../operate/page/parts.js'
import { ProblemError } from '../operate/problem-error.js'
import type { ColumnNames } from '../operate/read-orders.js'
import { reconcile } from '../operate/reconcile.js'
import { type IncomingEvent, type OpenQueue, QueueFullError, type RefusedReport, type Search } from '../queue/index.js'
import { openIn } from '../queue/queue.js'
import { createObjectStore } from '../queue/store/durable-object.js'
import type { Build } from '../script-files.js'
import { createSeal } from '../seal.js'
import { createService, SWEEP_MS } from '../service.js'
import type { Settings } from '../settings.js'
import { createAlarm } from './alarm.js'

/** Requests to the API in one alarm. Cloudflare allows 50 in an alarm of a free account. The next alarm makes more. */
const MAX_CALLS = 40
/** The note with the time of the next sweep. */
const SWEEP = 'sweep'

interface Parts {
  storage: ObjectStorage
  settings: Settings
  log: Log
  snippet: Build
  pageFiles: PageFiles | undefined
}

export type RingupObject = Awaited<ReturnType<typeof createObject>>

/** @throws Error in a sentence, if the object's database cannot be used */
export async function createObject({ storage, settings, log, snippet, pageFiles }: Parts) {
  const alarm = createAlarm(storage)
  const ring = () => alarm.setBy(Date.now())
  const store = createObjectStore({
    storage,
    onWritten(urgency) {
      // The end of an attempt needs no other alarm than the running one.
      if (urgency === 'accept' || !alarm.isRunning()) ring()
    },
  })
  /** The requests that this alarm may still make. */
  let left = 0

  async function open(logOfQueue: Log): Promise<OpenQueue> {
    const seal = createSeal(settings.keys)
    // The platform sets the clock. It ends an idle object in less than the ten minutes that another clock is watched.
    const opened = await openIn(store, { seal, shop: settings, log: logOfQueue, isClockRight: () => true })
    return {
      ...opened,
      async claim(most, options) {
        if (left <= 0) return { events: [], nextInMs: undefined }
        const batch = await opened.claim(Math.min(most, left), options)
        left -= batch.events.length
        return batch
      },
    }
  }

  const service = await createService({
    store: { open },
    callApi: createFetchCallApi(),
    defer: alarm.defer,
    pollMs: Number.POSITIVE_INFINITY, // the operator's acts run in this object
    files: { served: [], snippet, page: pageFiles },
    settings,
    log,
    page: { onActed: ring },
  })
  const { operator, queue, forwarder, alerts } = service
  const page = new Hono().use(operatorHeaders).route('/', service.page)

  function wakeIfRunning() {
    if (alarm.isRunning()) forwarder.wake()
  }

  async function work(): Promise<number> {
    left = MAX_CALLS
    forwarder.wake()
    await forwarder.idle()
    await alerts?.poll()
    if (left === 0) return Date.now()
    return Math.min(await sweep(), alerts?.nextMs() ?? Number.POSITIVE_INFINITY)
  }

  /** @returns the time of the next sweep */
  async function sweep(): Promise<number> {
    const dueMs = Number((await queue.readNote(SWEEP)) ?? 0)
    if (dueMs > Date.now()) return dueMs
    const nextMs = Date.now() + SWEEP_MS
    await queue.writeNote(SWEEP, String(nextMs))
    await service.sweep()
    return nextMs
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
        setTimeout(wakeIfRunning) // after the answer. Otherwise the write has set the alarm
        return outcome
      } catch (error) {
        if (error instanceof QueueFullError) return 'queue_full'
        throw error
      }
    },
    refuse: (report: RefusedReport) => queue.refuse(report),
    alarm: () => alarm.run(work),
    health: service.readHealth,
    find: async (which: Search) => (await answerFind(operator, which)).lines,
    /** @param csv the shop's own order export. @returns lines: each order that is not delivered, and the sum */
    async reconcile(csv: string, columns: ColumnNames) {
      const file = { name: 'The file', bytes: Readable.from([Buffer.from(csv)]) }
      const lines: string[] = []
      try {
        for await (const line of reconcile(operator, file, columns).lines) lines.push(line)
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        lines.push(error.message)
      }
      return lines
    },
    erase: (email: string) => operator.erase(email),
  }
}
