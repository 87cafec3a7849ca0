/** What every guard gets and answers. */
import type { Event } from '../../contract/event.js'
import type { Problem } from '../problem.js'
import type { Settings } from '../settings.js'

/** One request on its way through the guards; each adds what it has learnt. */
export interface Visit {
  readonly request: Request
  readonly settings: Settings
  /** From `checkBody`: the parsed JSON. */
  json?: unknown
  /** From `checkShape`: the event, less the fields that the settings do not let through. */
  event?: Event
  /** Names of those fields. */
  ignored: string[]
}

export type Guard = (visit: Visit) => Problem | undefined | Promise<Problem | undefined>
