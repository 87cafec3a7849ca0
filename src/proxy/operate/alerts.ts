/**
 * Tells somebody when trouble begins, and when it has ended: one POST of JSON each, to RINGUP_ALERT_URL.
 *
 * Looks at what health says, now and then; what is open is noted with the events, so that a proxy that was started again
 * with the right key tells that this trouble has ended. Nothing waits for it, and nothing in it is about a person.
 */
import * as z from 'zod/mini'
import { VERSION } from '../../contract/limits.js'
import type { Log } from '../log/line.js'
import type { Settings } from '../settings.js'
import { CONDITION_NAMES, CONDITIONS, type Condition, type ConditionName, type Trouble, toWrong } from './conditions.js'
import type { Health } from './health.js'
import { createPostAlert, type Posted } from './post-alert.js'

/** Trouble that is away for less than this is the same trouble. */
const QUIET_MS = 120_000
/** How exactly it is noted when trouble was last seen. */
const NOTED_MS = 60_000
/** What begins or ends beyond these waits for the next look: an object at Cloudflare may make few requests in a turn. */
const MAX_AT_ONCE = 2
/** Waits before each attempt to post an alert. */
const WAITS_MS = [0, 1_000, 5_000]
const NOTE = 'alerts'

/** One POST to the operator's address. */
export const Alert = z.object({
  source: z.literal('ringup'),
  version: z.string(),
  /** The shop's first origin. */
  shop: z.string(),
  alert: z.enum([...CONDITION_NAMES, 'test']),
  state: z.enum(['begun', 'ended', 'test']),
  /** When it began, and when this is told: ISO 8601. */
  since: z.string(),
  at: z.string(),
  /** Text for a person, under the name that chats show of a webhook. */
  text: z.string(),
  waiting: z.optional(z.number()),
  oldestWaitingMs: z.optional(z.nullable(z.number())),
  dead: z.optional(z.number()),
})
export type Alert = z.infer<typeof Alert>

/** Conditions that somebody is told of. */
const TOLD = CONDITION_NAMES.filter((name) => CONDITIONS[name].severity !== 'none')

/** Open trouble, by name: when it began, was last seen, and was last told. What may pass is told later. */
type Open = Partial<Record<ConditionName, { sinceMs: number; seenMs: number; toldMs?: number | undefined }>>

/** Trouble that has begun or ended. */
interface Change {
  state: 'begun' | 'ended'
  sinceMs: number
  trouble: Trouble
}

interface Parts {
  shop: string
  readHealth: () => Promise<Health>
  post(alert: Alert): Promise<Posted>
  notes: { readNote(name: string): Promise<string | undefined>; writeNote(name: string, text: string): Promise<void> }
  log: Log
  now?: () => number
  wait?: (ms: number) => Promise<unknown>
}

/** Undefined when nobody is to be told. */
export function openAlerts({ alertUrl, origins }: Settings, parts: Omit<Parts, 'shop' | 'post'>) {
  if (alertUrl === undefined) return undefined
  return createAlerts({ ...parts, shop: toShop(origins), post: createPostAlert(alertUrl) })
}

/** What tells the operator of several which one it is. */
export const toShop = (origins: readonly string[]): string => origins[0] ?? 'a shop'

export function createAlerts(parts: Parts) {
  const { shop, readHealth, post, notes, log, now = Date.now, wait = sleep } = parts
  let polling: Promise<void> | undefined
  let open: Open = {}

  async function poll() {
    // Several proxies may share the database: what one has told, the others need not.
    const noted = await notes.readNote(NOTE)
    open = toOpen(noted)
    const { problems, counts } = await readHealth()
    const changes = notice(open, problems, now())
    const text = JSON.stringify(open)
    if (text !== noted) await notes.writeNote(NOTE, text)
    const figures = counts && {
      waiting: counts.waiting,
      oldestWaitingMs: counts.oldestWaitingMs ?? null,
      dead: counts.dead,
    }
    for (const change of changes) await tell({ ...toAlert(shop, change, now()), ...figures })
  }

  async function tell(alert: Alert) {
    for (const waitMs of WAITS_MS) {
      await wait(waitMs)
      if ((await post(alert)).taken) return
    }
    log({ event: 'alert_failed', reason: alert.alert, code: alert.state })
  }

  return {
    /** Reads the health and posts what is new. Never rejects; while an earlier call is not done, it is that one. */
    poll(): Promise<void> {
      polling ??= poll()
        .catch((error: unknown) => log({ event: 'alert_failed', reason: String(error) }))
        .finally(() => {
          polling = undefined
        })
      return polling
    },
    /** When to poll again although nothing happens; undefined when nothing is open. */
    nextMs() {
      const times = TOLD.flatMap((name) => {
        const known = open[name]
        return known ? [known.toldMs === undefined ? toDueMs(name, known) : known.seenMs + QUIET_MS] : []
      })
      return times.length > 0 ? Math.min(...times) : undefined
    },
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** When somebody is to be told, or told again. */
function toDueMs(name: ConditionName, { sinceMs, toldMs }: NonNullable<Open[ConditionName]>): number {
  const { after, again = Number.POSITIVE_INFINITY }: Condition = CONDITIONS[name]
  return toldMs === undefined ? sinceMs + after * 60_000 : toldMs + again * 60_000
}

/** Brings what is open up to date, but for what has to wait for the next look. @returns what is to be told */
function notice(open: Open, problems: Trouble[], nowMs: number): Change[] {
  const changes: Change[] = []
  for (const name of TOLD) {
    const trouble = problems.find(({ reason }) => reason === name)
    const known = open[name] ?? (trouble && { sinceMs: nowMs, seenMs: nowMs })
    if (!known) continue
    open[name] = known
    const { sinceMs, seenMs } = known
    const isTold = known.toldMs !== undefined
    if (trouble && Math.abs(nowMs - seenMs) >= NOTED_MS) known.seenMs = nowMs
    const isOver = !trouble && nowMs - seenMs >= QUIET_MS
    const isDue = trouble !== undefined && nowMs >= toDueMs(name, known)
    const mayTell = changes.length < MAX_AT_ONCE
    if (isOver && (!isTold || mayTell)) delete open[name]
    if (isOver && isTold && mayTell) changes.push({ state: 'ended', sinceMs, trouble: { reason: name } })
    if (!isDue || !mayTell) continue
    known.toldMs = nowMs
    changes.push({ state: 'begun', sinceMs, trouble })
  }
  return changes
}

/** Reads the stored notes. Notes in an unknown form are skipped. An earlier version stored `isTold`, without a time. */
function toOpen(text = '{}'): Open {
  const noted: object = Object(JSON.parse(text))
  const open: Open = {}
  for (const name of TOLD) {
    const { sinceMs, seenMs, isTold, toldMs = isTold ? sinceMs : undefined } = Object(Reflect.get(noted, name))
    if (Number.isFinite(sinceMs) && Number.isFinite(seenMs)) open[name] = { sinceMs, seenMs, toldMs }
  }
  return open
}

function toAlert(shop: string, { state, sinceMs, trouble }: Change, nowMs: number): Alert {
  const { wrong, todo } = CONDITIONS[trouble.reason]
  const text = state === 'begun' ? `${toWrong(trouble)} ${todo}` : `This is over: ${wrong}`
  return { ...toTestAlert(shop, nowMs), alert: trouble.reason, state, since: toTime(sinceMs), text: toText(shop, text) }
}

export const toTestAlert = (shop: string, nowMs = Date.now()): Alert => ({
  source: 'ringup',
  version: VERSION,
  shop,
  alert: 'test',
  state: 'test',
  since: toTime(nowMs),
  at: toTime(nowMs),
  text: toText(shop, 'This is a test. Trouble is told like this.'),
})

const toTime = (ms: number) => new Date(ms).toISOString()
const toText = (shop: string, sentence: string) => `Ringup, ${shop}: ${sentence}`
