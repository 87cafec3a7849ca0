/** The proxy within a Durable Object: everything that counts, for the whole shop, in one place. */
import { createAlarm } from './alarm.js'
import type { Pause } from './breaker.js'
import type { ObjectStorage } from './cloudflare.js'
import { createFetchCallApi } from './fetch-call-api.js'
import { createForwarder } from './forward.js'
import { createObjectHold } from './hold/durable-object.js'
import type { Ledger, Listed, Reason, State } from './hold/index.js'
import { type AnswerSummary, createProxy } from './index.js'
import type { Log } from './log-line.js'
import { toDetail, toSummary } from './operate/commands/shown.js'
import { createHealth, toAnswer } from './operate/health.js'
import { watchHold } from './operate/watch.js'
import { createSeal } from './seal.js'
import type { Settings } from './settings.js'

const SWEEP_MS = 3_600_000
/** Requests to the API in one alarm: of the 50 that Cloudflare lets a free account's alarm make. The next alarm makes more. */
const MOST_CALLS = 40
/** Names in the object's storage. */
const SWEEP = 'next sweep'
const PAUSE = 'pause'

interface Parts {
  storage: ObjectStorage
  settings: Settings
  log: Log
}

/** What may be asked for: like the options of `ringup events list`. */
export interface Filter {
  state?: State
  reason?: Reason
}

/** @throws Error in a sentence when the object's database cannot be used */
export function createObject({ storage, settings, log }: Parts) {
  const alarm = createAlarm(storage)
  const seal = createSeal(settings.keys)
  const onHoldFailed = (error: unknown, id?: string) => {
    log({ event: 'hold_failed', ...(id !== undefined && { id }), reason: String(error) })
  }
  const onUnread = (error: unknown, id?: string) => {
    health.onHoldFailed()
    onHoldFailed(error, id)
  }
  const engine = createObjectHold({ storage, seal, onWritten: alarm.ring, onUnread })
  const health = createHealth({ count: engine.hold.count, isStopping: () => false, now: Date.now })
  const hold = watchHold(engine.hold, health.onSeen, health.onHoldFailed)
  /** Requests that this alarm may still make. */
  let left = 0
  const forwarder = createForwarder({
    settings,
    hold: { ...hold, claim },
    callApi: createFetchCallApi(),
    log,
    defer: alarm.defer,
    lookMs: Number.POSITIVE_INFINITY, // what the operator does is done here
    pause: {
      read: () => storage.kv.get(PAUSE) as Pause | undefined, // what the next line has put there
      write: (pause) => (pause ? storage.kv.put(PAUSE, pause) : storage.kv.delete(PAUSE)),
    },
  })
  const onAnswered = (answered: AnswerSummary) => log({ event: 'request', ...answered })
  const onAccepted = () => {
    if (alarm.running) forwarder.wake() // else it rings: the write has seen to that
  }
  const proxy = createProxy(settings, { hold, log, files: [], onAccepted, onAnswered })

  async function claim(most: number, dueMs: number) {
    const events = await hold.claim(Math.min(most, left), dueMs)
    left -= events.length
    return events
  }

  async function work(): Promise<number> {
    forwarder.wake()
    await forwarder.settled()
    if (left === 0) return Date.now()
    const dueMs = Number(storage.kv.get(SWEEP) ?? 0)
    if (dueMs > Date.now()) return dueMs
    const nextMs = Date.now() + SWEEP_MS
    storage.kv.put(SWEEP, nextMs)
    await hold.sweep(Date.now()).catch(onHoldFailed)
    return nextMs
  }

  return {
    /** A request that is an event. */
    fetch(request: Request): Promise<Response> {
      // Cloudflare sets it, whatever a client has sent.
      return proxy(request, { address: request.headers.get('cf-connecting-ip') ?? undefined })
    },
    alarm() {
      left = MOST_CALLS
      return alarm.run(work)
    },
    health: async () => toAnswer(await health.read()),
    list: (filter: Filter) => toStream(toLines(engine.ledger.list(filter))),
    async show(id: string, reveal: boolean) {
      const event = await engine.ledger.read(id)
      return event ? toDetail(event, reveal) : null
    },
    replay: (which: { id: string } | { reason: Reason }) => operate((ledger) => ledger.replay(which)),
    drop: (id: string) => operate((ledger) => ledger.drop(id)),
    erase: (email: string) => operate((ledger) => ledger.erase(email)),
  }

  async function operate<Result>(change: (ledger: Ledger) => Promise<Result>): Promise<Result> {
    try {
      return await change(engine.ledger)
    } finally {
      await engine.onOperated()
    }
  }
}

const LINES_AT_ONCE = 100

async function* toLines(events: AsyncIterable<Listed>) {
  let lines = ''
  let count = 0
  for await (const event of events) {
    lines += `${JSON.stringify(toSummary(event, Date.now()))}\n`
    count += 1
    if (count % LINES_AT_ONCE > 0) continue
    yield lines
    lines = ''
  }
  if (lines !== '') yield lines
}

/** Of bytes, as only those may be handed from Worker to Worker; made as fast as they are read. */
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
