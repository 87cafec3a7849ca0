/**
 * From the hold to the API: adds the key, asks, and acts on what the answer means.
 *
 * The API may see an event twice (its answer lost, the process killed) but never not at all; both of its calls may be
 * repeated.
 */
import { createBreaker, type KeptPause, PROBE_MS } from './breaker.js'
import type { ApiAnswer, ApiRequest, CallApi } from './call-api.js'
import { MOST_ANSWER_BYTES } from './fetch-call-api.js'
import type { Defer } from './hold/group.js'
import type { HeldEvent, Hold, Reason, Unfit } from './hold/index.js'
import type { Log } from './log-line.js'
import type { Settings } from './settings.js'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Counted from when it happened: later than this it would convert, or write over, something newer. */
const MAX_AGE_MS = { convert: 72 * HOUR_MS, addToList: 7 * 24 * HOUR_MS }
/** The shop may open the customer's session a little after the order. */
const NO_SESSION_WAITS_MS = [1 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]
/** How often the API is asked while its key or address is wrong. */
const MISCONFIGURED_MS = MINUTE_MS
/** How long to leave a hold alone that failed: a full disk is emptied, a lock is given up. */
const HOLD_FAILED_MS = 5 * SECOND_MS
const LOOK_MS = 5 * SECOND_MS
/** Answered by the API and not yet written down; all of them would be sent again after a crash. */
const MOST_UNDER_WAY = 64

/** What an answer means. */
type Meaning = 'delivered' | 'refused' | 'credentials' | 'missing' | 'address' | 'busy'

/** By status; a status that is not here means what its class does. */
const MEANINGS: Record<number, Meaning> = {
  400: 'refused',
  401: 'credentials',
  403: 'credentials',
  404: 'missing',
  405: 'address',
  410: 'address',
  413: 'refused',
  415: 'refused',
  422: 'refused',
  501: 'address',
  505: 'address',
}
/** A 4xx or 5xx nobody foresaw is tried again until the event is too old: neither lost nor in anyone's way. */
const CLASSES: Record<number, Meaning> = { 2: 'delivered', 3: 'address', 4: 'busy', 5: 'busy' }

export type { Log } from './log-line.js'

export interface Forwarder {
  /** There may be something to send. Answers at once. */
  wake(): void
  /** Resolves when nothing is under way, and nothing to be sent before the time that `defer` was told. */
  settled(): Promise<void>
  /** Lets requests under way finish; what is not sent stays in the hold. */
  stop(): Promise<void>
}

interface Parts {
  settings: Settings
  hold: Hold
  callApi: CallApi
  log: Log
  now?: () => number
  /** How to wait for the next event, or for the API. */
  defer?: Defer
  /** How often to look for what nobody tells of: an event that the operator replays. */
  lookMs?: number
  pause?: KeptPause
}

const deferByTimer: Defer = (run, waitMs) => {
  const timer = setTimeout(run, waitMs)
  return () => clearTimeout(timer)
}

export function createForwarder(parts: Parts): Forwarder {
  const { settings, hold, callApi, log, now = Date.now, defer = deferByTimer, lookMs = LOOK_MS } = parts
  const breaker = createBreaker(now, parts.pause)
  const underWay = new Set<Promise<void>>()
  /** Of those under way, who takes one of the places at the API. */
  const asking = new Set<string>()
  let planned: { atMs: number; cancel: () => void } | undefined
  let turn = Promise.resolve()
  let turnWaits = false
  let stopped = false

  /** Turns follow each other, so that two never claim for the same free places. One that has not begun is for all. */
  function wake() {
    if (turnWaits) return
    turnWaits = true
    turn = turn.then(takeTurn).catch(onHoldFailed)
  }

  function onHoldFailed(error: unknown) {
    log({ event: 'hold_failed', reason: String(error) })
    sleep(HOLD_FAILED_MS)
  }

  async function takeTurn() {
    turnWaits = false
    const free = breaker.limit() - asking.size
    if (stopped || free <= 0 || underWay.size >= MOST_UNDER_WAY) return sleepUntilProbe()
    const events = await hold.claim(free, now())
    for (const event of events) {
      asking.add(event.id)
      const job: Promise<void> = forward(event)
        // A mistake of ours, since a failing hold is waited for. The event stays claimed, in nobody's way but its
        // customer's, until the next start, or its lease ends: ending the process for one event would end it again at each start.
        .catch((error: unknown) => log({ event: 'failed', id: event.id, reason: String(error) }))
        .finally(() => {
          asking.delete(event.id)
          underWay.delete(job)
          wake()
        })
      underWay.add(job)
    }
    if (events.length === free) return // each of them wakes us when it is done
    sleep(await readWaitMs())
  }

  async function readWaitMs(): Promise<number> {
    const nextMs = await hold.nextDueMs()
    return Math.min((nextMs ?? Number.POSITIVE_INFINITY) - now(), lookMs)
  }

  /** Meanwhile the hold is looked at: what the operator takes out of it makes room for more. */
  function sleepUntilProbe() {
    if (!stopped && breaker.reason && underWay.size === 0) sleep(Math.min(breaker.probeAtMs - now(), lookMs))
  }

  /** Keeps a timer that comes early enough: one for each event would cost more than one that comes for nothing. */
  function sleep(waitMs: number) {
    // At most an hour: a longer wait than 2^31 ms would come at once, and a clock may be set.
    const atMs = now() + Math.min(Math.max(waitMs, 1), HOUR_MS)
    if (stopped || (planned && planned.atMs <= atMs)) return
    planned?.cancel()
    planned = { atMs, cancel: defer(onTime, atMs - now()) }
  }

  /** Often nothing is due: the operator may have replayed something, and nobody else would tell. */
  async function onTime() {
    planned = undefined
    try {
      const waitMs = await readWaitMs()
      if (waitMs <= 0) wake()
      else sleep(waitMs)
    } catch (error) {
      onHoldFailed(error)
    }
  }

  async function forward(event: HeldEvent | Unfit) {
    if ('unfit' in event) return bury(event, event.unfit)
    if (!event.replayed && now() - event.occurredMs > MAX_AGE_MS[event.kind]) return bury(event, 'expired')
    const request = toRequest(event, settings)
    if (!request) return holdList(event)
    const answer = await callApi(request).catch(() => undefined)
    return answer ? act(event, answer) : retryUnreachable(event)
  }

  /**
   * Writes what became of an event until the hold takes it. The API has acted by now and need not be asked again; its
   * next request need not wait for our disk, either; when a page of it is damaged, nobody has to. How many of them there
   * may be is limited, so a hold that takes nothing for long sends nothing more.
   */
  async function settle(event: HeldEvent | Unfit, write: () => Promise<void>) {
    asking.delete(event.id)
    wake()
    await persist(event, write)
  }

  async function persist(event: HeldEvent | Unfit, write: () => Promise<void>) {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        log({ event: 'hold_failed', id: event.id, reason: String(error) })
        if (stopped) return // sent again at the next start
        await new Promise((resolve) => setTimeout(resolve, HOLD_FAILED_MS))
      }
    }
  }

  async function act(event: HeldEvent, answer: ApiAnswer) {
    const meaning = toMeaning(answer)
    if (meaning === 'credentials' || meaning === 'address') return holdEverything(event, meaning, answer)
    await pass(event)
    if (meaning === 'delivered') return settle(event, () => hold.deliver(event.id))
    if (meaning === 'refused') return bury(event, 'refused', answer.status)
    if (meaning === 'missing') return event.kind === 'convert' ? retryNoSession(event) : holdList(event)
    return retryBusy(event, answer)
  }

  async function pass(event: HeldEvent) {
    const was = breaker.reason
    breaker.pass()
    if (!was || breaker.reason) return
    log({ event: 'api_back', reason: was })
    await persist(event, () => hold.wake('unreachable'))
  }

  async function retryUnreachable(event: HeldEvent) {
    const { reason: was, isWell } = breaker
    breaker.fail()
    if (breaker.reason !== was) log({ event: 'api_unreachable' })
    const backoffMs = toBackoffMs(event, now())
    // Among others that get through, an event that does not has its own wait. When none gets through, it is never longer than
    // the breaker's: what is due by then is its probe, and perhaps the only event there is.
    await postpone(event, 'unreachable', isWell && !breaker.reason ? backoffMs : Math.min(backoffMs, PROBE_MS))
  }

  async function retryBusy(event: HeldEvent, answer: ApiAnswer) {
    const askedMs = toRetryAfterMs(answer.retryAfter, now())
    if (askedMs !== undefined) breaker.pause('busy', askedMs)
    await postpone(event, 'busy', askedMs ?? toBackoffMs(event, now()))
  }

  async function retryNoSession(event: HeldEvent) {
    const waitMs = NO_SESSION_WAITS_MS[event.misses]
    if (waitMs === undefined) await bury(event, 'no_session', 404)
    else await postpone(event, 'no_session', waitMs)
  }

  async function holdList(event: HeldEvent) {
    if (event.kind !== 'addToList') return
    log({ event: 'list_held', id: event.id, kind: event.kind, reason: 'unknown_list' })
    const dueMs = now() + MISCONFIGURED_MS
    await settle(event, () => hold.postponeList(event.id, event.list, dueMs))
  }

  async function holdEverything(event: HeldEvent, reason: Reason, { status }: ApiAnswer) {
    if (breaker.reason !== reason) log({ event: 'api_held', reason, status })
    breaker.pause(reason, MISCONFIGURED_MS)
    await postpone(event, reason, 0) // the breaker waits, and the event may be its probe
  }

  async function postpone(event: HeldEvent, reason: Reason, waitMs: number) {
    const dueMs = now() + waitMs
    await settle(event, () => hold.postpone(event.id, reason, dueMs))
  }

  async function bury(event: HeldEvent | Unfit, reason: Reason, status?: number) {
    log({ event: 'dead_letter', id: event.id, kind: event.kind, reason, ...(status && { status }) })
    await settle(event, () => hold.bury(event.id, reason))
  }

  return {
    wake,
    async settled() {
      let seen: Promise<void>
      do {
        seen = turn
        await seen
        await Promise.all(underWay)
      } while (turn !== seen)
    },
    async stop() {
      stopped = true
      planned?.cancel()
      await turn
      await Promise.all(underWay)
    },
  }
}

/** Undefined when the list's alias is no longer in the settings. */
function toRequest(event: HeldEvent, settings: Settings): ApiRequest | undefined {
  const path = event.kind === 'convert' ? 'customer/convert/' : toListPath(settings.lists.get(event.list)?.id)
  if (!path) return undefined
  return {
    url: `${settings.apiUrl}/${path}`,
    headers: {
      authorization: settings.apiAuthorization,
      'content-type': 'application/json',
      accept: 'application/json',
      'idempotency-key': event.id,
    },
    body: event.text,
  }
}

function toListPath(id: string | undefined): string | undefined {
  return id && `lists/${encodeURIComponent(id)}/contacts/`
}

function toMeaning(answer: ApiAnswer): Meaning {
  const meaning = MEANINGS[answer.status] ?? CLASSES[Math.floor(answer.status / 100)] ?? 'busy'
  // A page where an API should be: the address is some other server's, however friendly its status.
  if (meaning === 'delivered' && /^text\/html/i.test(answer.contentType)) return 'address'
  if (meaning === 'missing' && !isJsonObject(answer.text)) return 'address'
  return meaning
}

function isJsonObject(text: string): boolean {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null && !Array.isArray(json)
  } catch {
    // Of a longer one only the start was read: an answer that quotes the order must not make the address look wrong.
    return Buffer.byteLength(text) >= MOST_ANSWER_BYTES && /^\s*\{\s*"/.test(text)
  }
}

/** Full jitter: from 2 s, doubling to 5 min in the first hour and to 30 min after it. */
function toBackoffMs(event: HeldEvent, nowMs: number): number {
  const ceilingMs = nowMs - event.occurredMs < HOUR_MS ? 5 * MINUTE_MS : 30 * MINUTE_MS
  return Math.random() * Math.min(2 * SECOND_MS * 2 ** event.attempts, ceilingMs)
}

/** `Retry-After` as seconds or HTTP date (RFC 9110, 10.2.3), clamped to 1 s…6 h; undefined when it says neither. */
function toRetryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  // A date begins with its weekday. `Date.parse` alone would take "1.5" for a day in 2001.
  if (!header || !/^(\d+$|[A-Z][a-z]+,? )/.test(header)) return undefined
  const waitMs = /^\d+$/.test(header) ? Number(header) * SECOND_MS : toTimeMs(header) - nowMs
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, SECOND_MS), 6 * HOUR_MS)
}

/** The oldest of the three forms (RFC 9110, 5.6.7) names no zone, and means GMT; `Date.parse` would take it for the server's own time. */
const toTimeMs = (date: string) => Date.parse(/:\d\d \d{4}$/.test(date) ? `${date} GMT` : date)
