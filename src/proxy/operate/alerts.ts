/**
 * Posts an alert to RINGUP_ALERT_URL when the set of conditions changes, and again each minute until the receiver accepts it.
 *
 * The database notes the set that the receiver has accepted, and the conditions that it has not heard of yet. So the receiver never
 * misses a condition that has ended in the meantime, and a restart changes nothing. An alert contains no personal data.
 */
import * as z from 'zod/mini'
import type { Log } from '../log/line.js'
import { toFetchCause } from '../network-cause.js'
import type { Queue } from '../queue/index.js'
import type { Settings } from '../settings.js'
import { CONDITION_NAMES, CONDITIONS, type ConditionName } from './conditions.js'
import type { Health } from './health.js'

const RETRY_MS = 60_000
const TIMEOUT_MS = 5_000
const NOTE = 'alerts'
const Name = z.enum(CONDITION_NAMES as [ConditionName, ...ConditionName[]]) // it is not empty

/** One POST to the operator's address. */
export const Alert = z.object({
  source: z.literal('ringup'),
  version: z.string(),
  /** The shop's first origin. */
  shop: z.string(),
  /** ISO 8601. */
  at: z.string(),
  state: z.enum(['ok', 'new', 'degraded', 'down']),
  /** The conditions that have begun and ended since the last alert. */
  begun: z.array(Name),
  ended: z.array(Name),
  /** The conditions that hold now. */
  conditions: z.array(
    z.object({ name: Name, severity: z.enum(['page', 'ticket']), sentence: z.string(), todo: z.string() }),
  ),
  /** Text for a person, under the name that chats show of a webhook. */
  text: z.string(),
})
export type Alert = z.infer<typeof Alert>

/** `accepted`: the set that the receiver knows. `owed`: conditions that began later. `triedMs`: the time of the last POST. */
interface Note {
  accepted: ConditionName[]
  owed: ConditionName[]
  triedMs: number
}

interface Parts {
  settings: Pick<Settings, 'origins'>
  readHealth: () => Promise<Health>
  /** @returns why the receiver has not accepted the alert, as the end of a sentence; undefined if it has */
  post(alert: Alert): Promise<string | undefined>
  notes: Pick<Queue, 'readNote' | 'writeNote'>
  log: Log
  now?: () => number
}

/** Returns undefined if RINGUP_ALERT_URL is not set. */
export function openAlerts(settings: Settings, parts: Pick<Parts, 'readHealth' | 'notes' | 'log'>) {
  const { alertUrl } = settings
  return alertUrl === undefined ? undefined : createAlerts({ ...parts, settings, post: createPost(alertUrl) })
}

export function createAlerts({ settings, readHealth, post, notes, log, now = Date.now }: Parts) {
  let polling: Promise<void> | undefined
  let isOpen = false

  async function poll() {
    const health = await readHealth()
    const held = health.conditions.map(({ name }) => name)
    // Several proxies may share the database: an alert that one has posted is not posted by the others.
    const text = await notes.readNote(NOTE)
    const { accepted, owed, triedMs } = toNote(text)
    const begun = CONDITION_NAMES.filter(
      (name) => !accepted.includes(name) && (held.includes(name) || owed.includes(name)),
    )
    const ended = [...accepted, ...begun].filter((name) => !held.includes(name))
    isOpen = held.length + begun.length + ended.length > 0
    if (begun.length + ended.length === 0) return
    const isNew = begun.some((name) => !owed.includes(name))
    if (!isNew && Math.abs(now() - triedMs) < RETRY_MS) return
    await write({ accepted, owed: begun, triedMs: now() })
    const problem = await post(toAlert(settings, health, begun, ended))
    if (problem === undefined) await write({ accepted: held, owed: [], triedMs: 0 })
    else log({ event: 'alert_failed', reason: problem })
  }

  const write = (note: Note) => notes.writeNote(NOTE, JSON.stringify(note))

  return {
    /** Posts an alert if one is due. Never rejects. A call during another one joins it. */
    poll(): Promise<void> {
      polling ??= poll()
        .catch((error: unknown) => log({ event: 'alert_failed', reason: String(error) }))
        .finally(() => {
          polling = undefined
        })
      return polling
    },
    /** The time of the next poll if nothing happens. Undefined if no condition holds and no alert is owed. */
    nextMs: () => (isOpen ? now() + RETRY_MS : undefined),
  }
}

/** Reads the note. A note of an earlier version has none of the names. */
function toNote(text = '{}'): Note {
  const { accepted, owed, triedMs } = Object(JSON.parse(text))
  const pick = (names: unknown) => CONDITION_NAMES.filter((name) => Array.isArray(names) && names.includes(name))
  return { accepted: pick(accepted), owed: pick(owed), triedMs: Number(triedMs) || 0 }
}

function toAlert(
  { origins }: Parts['settings'],
  health: Health,
  begun: ConditionName[],
  ended: ConditionName[],
): Alert {
  const { state, at, conditions, summary, version } = health
  const [shop = 'a shop'] = origins
  const sentences = [
    ...conditions.map(({ sentence, todo }) => `${sentence} ${todo}`),
    ...ended.map((name) => `This is over: ${CONDITIONS[name].sentence}`),
    summary,
  ]
  return {
    source: 'ringup',
    version,
    shop,
    at,
    state,
    begun,
    ended,
    conditions,
    text: `Ringup, ${shop}: ${sentences.join(' ')}`,
  }
}

/**
 * Makes the function that posts. A redirect is not followed, because it would become a GET or reach another host.
 *
 * @param url may contain a secret, so a cause does not quote it
 */
export function createPost(url: string, timeoutMs = TIMEOUT_MS): Parts['post'] {
  return async (alert) => {
    try {
      const { ok, status, body } = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(alert),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await body?.cancel()
      return ok ? undefined : `it answered ${status}`
    } catch (error) {
      return toFetchCause(error, timeoutMs)
    }
  }
}
