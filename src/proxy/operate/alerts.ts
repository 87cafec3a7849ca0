/**
 * Sends an alert when trouble begins, and one when it has ended: one POST of JSON each, to RINGUP_ALERT_URL.
 *
 * An alert counts as sent once the receiver has accepted it. Until then it is repeated, also if the trouble is over, so the
 * receiver never gets an end without its beginning. Open trouble is noted in the database: after a restart with the right key, the
 * proxy still reports its end. An alert contains no personal data.
 */
import * as z from 'zod/mini'
import { VERSION } from '../../contract/limits.js'
import type { Log } from '../log/line.js'
import type { Settings } from '../settings.js'
import {
  CAUSES,
  CONDITION_NAMES,
  CONDITIONS,
  type Condition,
  type ConditionName,
  type Trouble,
  toAdvice,
} from './conditions.js'
import type { Health } from './health.js'
import { createPostAlert, type Posted } from './post-alert.js'
import { toReached } from './shop.js'

/** Trouble that is away for less than this is the same trouble. */
const QUIET_MS = 120_000
/** The precision of the time at which trouble was last seen. */
const NOTED_MS = 60_000
/** The most alerts in one poll, because an object at Cloudflare may make few requests in a turn. The others wait. */
const MAX_AT_ONCE = 2
/** The wait before an alert that was not accepted is sent again. */
const RETRY_MS = 60_000
const NOTE = 'alerts'

/** One POST to the operator's address. */
export const Alert = z.object({
  source: z.literal('ringup'),
  version: z.string(),
  /** The shop's first origin. */
  shop: z.string(),
  alert: z.enum([...CONDITION_NAMES, 'test']),
  state: z.enum(['begun', 'ended', 'test']),
  /** The time of its beginning, and the time of this alert: ISO 8601. */
  since: z.string(),
  at: z.string(),
  /** Text for a person, under the name that chats show of a webhook. */
  text: z.string(),
  waiting: z.optional(z.number()),
  oldestWaitingMs: z.optional(z.nullable(z.number())),
  dead: z.optional(z.number()),
})
export type Alert = z.infer<typeof Alert>

/** Conditions with an alert. */
const TOLD = CONDITION_NAMES.filter((name) => CONDITIONS[name].severity !== 'none')

/**
 * Open trouble, by name: when it began, when it was last seen, when its alert was last accepted, and when the next alert was
 * posted, which is not accepted yet.
 */
type Open = Partial<Record<ConditionName, Known>>
interface Known {
  sinceMs: number
  seenMs: number
  toldMs?: number | undefined
  postedMs?: number | undefined
}

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
}

/** Returns undefined if RINGUP_ALERT_URL is not set. */
export function openAlerts({ alertUrl, origins }: Settings, parts: Omit<Parts, 'shop' | 'post'>) {
  if (alertUrl === undefined) return undefined
  return createAlerts({ ...parts, shop: toShop(origins), post: createPostAlert(alertUrl) })
}

/** The name of the shop in an alert: its first origin. */
export const toShop = (origins: readonly string[]): string => origins[0] ?? 'a shop'

export function createAlerts(parts: Parts) {
  const { shop, readHealth, post, notes, log, now = Date.now } = parts
  let polling: Promise<void> | undefined
  let open: Open = {}

  async function poll() {
    // Several proxies may share the database: an alert that one has posted is not posted by the others.
    let noted = await notes.readNote(NOTE)
    const note = async () => {
      const text = JSON.stringify(open)
      if (text !== noted) await notes.writeNote(NOTE, text)
      noted = text
    }
    open = toOpen(noted)
    const { problems, counts, share } = await readHealth()
    const changes = notice(open, problems, now())
    await note()
    const figures = counts && {
      waiting: counts.waiting,
      oldestWaitingMs: counts.oldestWaitingMs ?? null,
      dead: counts.dead,
    }
    const reached = toReached(share)
    for (const change of changes) await tell(change, reached, figures)
    await note()
  }

  async function tell(change: Change, reached: string | undefined, figures: Partial<Alert> = {}) {
    const { state, trouble } = change
    const { taken } = await post({ ...toAlert(shop, change, reached, now()), ...figures })
    const known = open[trouble.reason]
    if (!taken) log({ event: 'alert_failed', reason: trouble.reason, code: state })
    else if (state === 'ended') delete open[trouble.reason]
    else if (known) Object.assign(known, { toldMs: now(), postedMs: undefined })
  }

  return {
    /** Reads the health and posts new alerts. Never rejects. A call during another one joins it. */
    poll(): Promise<void> {
      polling ??= poll()
        .catch((error: unknown) => log({ event: 'alert_failed', reason: String(error) }))
        .finally(() => {
          polling = undefined
        })
      return polling
    },
    /** The time of the next poll if nothing happens. Undefined if no trouble is open. */
    nextMs() {
      const times = TOLD.flatMap((name) => {
        const known = open[name]
        if (!known || (known.toldMs === undefined && isExplained(open, name))) return []
        const changesMs = known.toldMs === undefined ? toDueMs(name, known) : known.seenMs + QUIET_MS
        return [known.postedMs === undefined ? changesMs : known.postedMs + RETRY_MS]
      })
      return times.length > 0 ? Math.min(...times) : undefined
    },
  }
}

/** The time at which the alert is due, or due again. */
function toDueMs(name: ConditionName, { sinceMs, toldMs }: Known): number {
  const { after, again = Number.POSITIVE_INFINITY }: Condition = CONDITIONS[name]
  return toldMs === undefined ? sinceMs + after * 60_000 : toldMs + again * 60_000
}

const isExplained = (open: Open, name: ConditionName) => CAUSES[name]?.some((cause) => Object.hasOwn(open, cause))

/** Updates the open trouble. @returns the alerts to be posted now */
function notice(open: Open, problems: Trouble[], nowMs: number): Change[] {
  const changes: Change[] = []
  for (const name of TOLD) {
    const trouble = problems.find(({ reason }) => reason === name)
    const known: Known | undefined = open[name] ?? (trouble && { sinceMs: nowMs, seenMs: nowMs })
    if (!known) continue
    open[name] = known
    const { sinceMs, seenMs, toldMs, postedMs } = known
    if (trouble && Math.abs(nowMs - seenMs) >= NOTED_MS) known.seenMs = nowMs
    const isOver = !trouble && nowMs - seenMs >= QUIET_MS
    const isOwed = toldMs === undefined && postedMs !== undefined // its beginning, whether it is over or not
    const isDue = trouble !== undefined && nowMs >= toDueMs(name, known) && !isExplained(open, name)
    if (isOver && toldMs === undefined && !isOwed) delete open[name]
    const state = isOwed || isDue ? 'begun' : isOver && toldMs !== undefined ? 'ended' : undefined
    if (!state) known.postedMs = undefined // the trouble is back, before its end was accepted
    const mayPost = changes.length < MAX_AT_ONCE && Math.abs(nowMs - (postedMs ?? -Infinity)) >= RETRY_MS
    if (!state || !mayPost) continue
    known.postedMs = nowMs
    changes.push({ state, sinceMs, trouble: trouble ?? { reason: name } })
  }
  return changes
}

/** Reads the stored notes. Notes in an unknown form are skipped. */
function toOpen(text = '{}'): Open {
  const noted: object = Object(JSON.parse(text))
  const open: Open = {}
  for (const name of TOLD) {
    const { sinceMs, seenMs, postedMs, toldMs } = Object(Reflect.get(noted, name))
    if (Number.isFinite(sinceMs) && Number.isFinite(seenMs)) open[name] = { sinceMs, seenMs, toldMs, postedMs }
  }
  return open
}

function toAlert(shop: string, { state, sinceMs, trouble }: Change, reached: string | undefined, nowMs: number): Alert {
  const text = state === 'begun' ? toAdvice(trouble) : `This is over: ${CONDITIONS[trouble.reason].wrong}`
  const sentences = reached === undefined ? text : `${reached} ${text}`
  return {
    ...toTestAlert(shop, nowMs),
    alert: trouble.reason,
    state,
    since: toTime(sinceMs),
    text: toText(shop, sentences),
  }
}

export const toTestAlert = (shop: string, nowMs = Date.now()): Alert => ({
  source: 'ringup',
  version: VERSION,
  shop,
  alert: 'test',
  state: 'test',
  since: toTime(nowMs),
  at: toTime(nowMs),
  text: toText(shop, 'This is a test. It shows what an alert looks like.'),
})

const toTime = (ms: number) => new Date(ms).toISOString()
const toText = (shop: string, sentence: string) => `Ringup, ${shop}: ${sentence}`
