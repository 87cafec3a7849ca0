/**
 * Tells somebody when trouble begins, and when it has ended: one POST of JSON each, to RINGUP_ALERT_URL.
 *
 * Looks at what health says, now and then; what is open is noted with the events, so that a proxy that was started again
 * with the right key tells that this trouble has ended. Nothing waits for it, and nothing in it is about a person.
 */
import { VERSION } from '../../contract/limits.js'
import type { Log } from '../log/line.js'
import type { Counts } from '../queue/index.js'
import type { Settings } from '../settings.js'
import type { Health } from './health.js'
import { createPostAlert, type PostAlert } from './post-alert.js'
import type { Seen } from './watch.js'

/** How long an event may wait before that is trouble. */
const OLD_MS = 3_600_000
/** Trouble that is away for less than this is the same trouble. */
const QUIET_MS = 120_000
/** For a dead letter, which is no state that ends by itself. */
const QUIET_AFTER_REFUSAL_MS = 3_600_000
/** How exactly it is noted when trouble was last seen. */
const NOTED_MS = 60_000
/** What begins or ends beyond these waits for the next look: an object at Cloudflare may make few requests in a turn. */
const MAX_AT_ONCE = 2
/** Between the attempts to tell one. */
const WAITS_MS = [1_000, 5_000]
const NOTE = 'alerts'

export type AlertName = 'credentials' | 'address' | 'old' | 'refused' | 'disk' | 'queue_full' | 'queue_failed'

/** What is posted. */
export interface Alert {
  source: 'ringup'
  version: string
  /** The shop's first origin. */
  shop: string
  alert: AlertName | 'test'
  state: 'begun' | 'ended' | 'test'
  /** When it began, and when this is told: ISO 8601. */
  since: string
  at: string
  /** For a person; under the name that chats show of a webhook. */
  text: string
  waiting?: number
  oldestWaitingMs?: number | null
  dead?: number
}

interface Kind {
  begun: string
  ended: string
  isHere: (read: Health, isRefused: boolean) => boolean
  quietMs?: number
}

const tells = (reason: AlertName) => (health: Health) => health.problems.some((each) => each.reason === reason)

export const ALERTS: Record<AlertName, Kind> = {
  credentials: {
    begun: 'The API refuses RINGUP_API_AUTHORIZATION. Every event waits.',
    ended: 'The API takes RINGUP_API_AUTHORIZATION.',
    isHere: tells('credentials'),
  },
  address: {
    begun: 'The API is not at RINGUP_API_URL. Every event waits.',
    ended: 'The API is at RINGUP_API_URL.',
    isHere: tells('address'),
  },
  old: {
    begun: 'An event has waited for the API for over an hour.',
    ended: 'No event has waited for the API for over an hour.',
    isHere: ({ counts }) => (counts?.oldestWaitingMs ?? 0) > OLD_MS,
  },
  refused: {
    begun: 'The API has refused an event for good. It is a dead letter: ringup events list --reason refused.',
    ended: 'The API has refused no event for an hour. Those it has refused are dead letters still.',
    isHere: (_health, isRefused) => isRefused,
    quietMs: QUIET_AFTER_REFUSAL_MS,
  },
  disk: {
    begun: 'The disk of RINGUP_DATABASE is nearly full. When it is, pages get 503 and browsers keep their events.',
    ended: 'The disk of RINGUP_DATABASE has room again.',
    isHere: tells('disk'),
  },
  queue_full: {
    begun: 'The queue is full (RINGUP_QUEUE_EVENTS, RINGUP_QUEUE_MIB). Pages get 503, and browsers keep their events.',
    ended: 'The queue takes events again.',
    isHere: tells('queue_full'),
  },
  queue_failed: {
    begun: 'The database could not be read or written. See the log: queue_failed.',
    ended: 'The database can be read and written again.',
    isHere: tells('queue_failed'),
  },
}
const NAMES = Object.keys(ALERTS) as AlertName[] // the keys of the table

/** Open trouble, by name: when it began, and when it was last seen. */
type Open = Partial<Record<AlertName, { sinceMs: number; seenMs: number }>>

interface Change {
  name: AlertName
  state: 'begun' | 'ended'
  sinceMs: number
}

interface Parts {
  shop: string
  readHealth: () => Promise<Health>
  post: PostAlert
  notes: { readNote(name: string): Promise<string | undefined>; writeNote(name: string, text: string): Promise<void> }
  log: Log
  now?: () => number
  wait?: (ms: number) => Promise<unknown>
}

export interface Alerts {
  onSeen(seen: Seen): void
  /** Reads the health and posts what is new. Never rejects; while an earlier call is not done, it is that one. */
  poll(): Promise<void>
  /** When to poll again although nothing happens; undefined when nothing is open. */
  nextMs(): number | undefined
}

/** Undefined when nobody is to be told. */
export function openAlerts(
  { alertUrl, origins }: Pick<Settings, 'alertUrl' | 'origins'>,
  parts: Omit<Parts, 'shop' | 'post'>,
): Alerts | undefined {
  return alertUrl === undefined
    ? undefined
    : createAlerts({ ...parts, shop: toShop(origins), post: createPostAlert(alertUrl) })
}

/** What tells the operator of several which one it is. */
export const toShop = (origins: readonly string[]): string => origins[0] ?? 'a shop'

export function createAlerts(parts: Parts): Alerts {
  const { shop, readHealth, post, notes, log, now = Date.now, wait = sleep } = parts
  let polling: Promise<void> | undefined
  let isRefused = false
  let noted = ''
  let open: Open = {}

  async function poll() {
    // Several proxies may share the database: what one has told, the others need not.
    noted = (await notes.readNote(NOTE)) ?? ''
    open = toOpen(noted)
    const health = await readHealth()
    const changes = findChanges(open, { health, isRefused, nowMs: now() }).slice(0, MAX_AT_ONCE)
    for (const change of changes) apply(open, change, now())
    if (open.refused) isRefused = false // what is not told yet is not forgotten
    await save()
    for (const change of changes) await tell(toAlert(change, { shop, counts: health.counts, nowMs: now() }))
  }

  async function save() {
    const text = JSON.stringify(open)
    if (text === noted) return
    noted = text
    await notes.writeNote(NOTE, text)
  }

  async function tell(alert: Alert) {
    for (const waitMs of [...WAITS_MS, undefined]) {
      const { taken } = await post(alert)
      if (taken) return
      if (waitMs !== undefined) await wait(waitMs)
    }
    log({ event: 'alert_failed', reason: alert.alert, code: alert.state })
  }

  return {
    onSeen({ step, outcome }) {
      if (step === 'attempt' && outcome === 'refused') isRefused = true
    },
    poll() {
      polling ??= poll()
        .catch((error: unknown) => log({ event: 'alert_failed', reason: String(error) }))
        .finally(() => {
          polling = undefined
        })
      return polling
    },
    nextMs() {
      const ends = NAMES.flatMap((name) => (open[name] ? [open[name].seenMs + toQuietMs(name)] : []))
      return isRefused && !open.refused ? now() : ends.length > 0 ? Math.min(...ends) : undefined
    },
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const toQuietMs = (name: AlertName) => ALERTS[name].quietMs ?? QUIET_MS

/** What has begun or ended. Of what goes on it is kept when it was seen. */
function findChanges(open: Open, { health, isRefused, nowMs }: { health: Health; isRefused: boolean; nowMs: number }) {
  return NAMES.flatMap((name): Change[] => {
    const known = open[name]
    if (ALERTS[name].isHere(health, isRefused)) {
      if (!known) return [{ name, state: 'begun', sinceMs: nowMs }]
      if (Math.abs(nowMs - known.seenMs) >= NOTED_MS) known.seenMs = nowMs
      return []
    }
    const isQuiet = known && nowMs - known.seenMs >= toQuietMs(name)
    return isQuiet ? [{ name, state: 'ended', sinceMs: known.sinceMs }] : []
  })
}

function apply(open: Open, { name, state, sinceMs }: Change, nowMs: number) {
  if (state === 'ended') delete open[name]
  else open[name] = { sinceMs, seenMs: nowMs }
}

/** What was noted; nothing of what another version has noted otherwise. */
function toOpen(text: string): Open {
  const open: Open = {}
  const noted: unknown = text === '' ? {} : JSON.parse(text)
  for (const name of NAMES) {
    const { sinceMs, seenMs } = Object(Object(noted)[name])
    if (Number.isFinite(sinceMs) && Number.isFinite(seenMs)) open[name] = { sinceMs, seenMs }
  }
  return open
}

interface Told {
  shop: string
  counts: Counts | undefined
  nowMs: number
}

function toAlert({ name, state, sinceMs }: Change, { shop, counts, nowMs }: Told): Alert {
  return {
    source: 'ringup',
    version: VERSION,
    shop,
    alert: name,
    state,
    since: toTime(sinceMs),
    at: toTime(nowMs),
    text: `Ringup, ${shop}: ${ALERTS[name][state]}`,
    ...(counts && { waiting: counts.waiting, oldestWaitingMs: counts.oldestWaitingMs ?? null, dead: counts.dead }),
  }
}

export function toTestAlert(shop: string, nowMs = Date.now()): Alert {
  const [since, at] = [toTime(nowMs), toTime(nowMs)]
  const text = `Ringup, ${shop}: This is a test. Trouble is told like this.`
  return { source: 'ringup', version: VERSION, shop, alert: 'test', state: 'test', since, at, text }
}

const toTime = (ms: number) => new Date(ms).toISOString()
