/** One running snippet: its settings, its events, and the data layer. The core creates it, and the rest works on the same object. */
import type { Problem } from '../../contract/raw.js'
import type { Answer, EventStatus, QueuedEvent, Report } from './event.js'
import type { Fields } from './fields.js'
import type { IsSecret } from './filter.js'
import { createLayerWatch, type LayerWatch } from './layer.js'
import type { MayBeLate } from './safely.js'
import { DEFAULTS, type Settings } from './settings.js'

/** Events of this page, and of earlier pages once they are loaded. */
export interface Outbox {
  settings: Pick<Settings, 'endpoint' | 'consent'>
  /** The answer that the shop or its consent platform has given on this page. */
  decision?: 'granted' | 'denied'
  /** The time at which this page last received a decision; until then, just before it began. */
  decidedAt: number
  /** Events by id. An event that has ended leaves its id, because its copy may be read before it is deleted. */
  events: Map<string, QueuedEvent | undefined>
  /** Keepalive requests without an answer. Browsers limit their bodies together. */
  inFlight: { requests: number; bytes: number }
  /** The one timer for retries. The rest creates it. */
  schedule?: Schedule
  /** The database of the copies; undefined before the first event, and after it was closed. */
  database?: Promise<IDBDatabase> | undefined
}

export interface Snippet {
  /** The current settings. A later tag may add to them. */
  settings: Settings
  outbox: Outbox
  layer: LayerWatch
  /** The folder that the script comes from. The file of the rest is in it. */
  folder: string
  /**
   * Orders that `convertOn` has reported, by number. An order without a number has its entry as key. False: the number
   * or the e-mail was missing, so the order may be reported once more when it is complete.
   */
  reported: Map<unknown, boolean>
  /** The rest, once it is loaded. From then on it watches the page and makes every further attempt. */
  rest?: Rest
  /** The import of the rest while it is under way. */
  importing?: Promise<Rest | undefined> | undefined
  /** The number of failed imports on this page. */
  failedImports: number
  /** The page has looked for events of earlier pages. */
  hasLooked?: boolean
}

/** The time of this page's next retry: one timer for all waiting events. */
export interface Schedule {
  /** `Retry-After` holds every event, not only the one that got it. */
  isPaused(): boolean
  /** Called when an event is delivered, so the others stop waiting. */
  reset(): void
  /**
   * Plans a retry after an attempt that may succeed later. While offline, attempts do not count and no timer runs.
   * `online` retries.
   */
  retryAfter(delivery: {
    outcome: 'busy' | 'unreachable'
    status?: number | undefined
    waitMs?: number | undefined
  }): void
}

/** The state of this browser's outbox. */
export interface Status {
  version: string
  consent: 'granted' | 'denied' | 'required' | 'not-required'
  storage: 'local' | 'memory'
  waiting: { id: string; kind: QueuedEvent['kind']; ageMs: number; attempts: number; last: string | undefined }[]
  /** The number of events that wait for consent. */
  held: number
}

/** The functions of the rest that the core calls. */
export interface Rest {
  /** Takes over the page. Called once. */
  start(snippet: Snippet): void
  /** Applies the settings, also after a later tag has added some. */
  applySettings(snippet: Snippet): void
  /** Gathers an order from all places of the page. */
  gatherOrder(snippet: Snippet, argument: Fields): MayBeLate<Report>
  /** Gathers a sign-up from a form, a passed contact, or the page. */
  gatherSignUp(snippet: Snippet, list: string, contact: unknown, signature: unknown): MayBeLate<Report>
  /** Sends a marked form. A page may dispatch a `submit` event on any element. */
  sendForm(snippet: Snippet, form: unknown, event?: SubmitEvent): void
  /** Decides about a text that may have the number of a card. */
  isSecret: IsSecret
  /** Acts on an answer that is not an acknowledgement. */
  settle(snippet: Snippet, event: QueuedEvent, answer: Answer): MayBeLate<EventStatus>
  /** Retries every waiting event once, now. */
  flush(snippet: Snippet): Promise<void>
  /** Lists the waiting events. */
  readStatus(snippet: Snippet): Status
  /** Names the unreadable passed values in the console. */
  warnOf(argument: unknown, problems: Problem[]): void
}

export function createSnippet(): Snippet {
  // Without a prototype, because a page may have added to that of all objects.
  const settings: Settings = Object.assign(Object.create(null), DEFAULTS)
  // A denial of the same millisecond is another tab's, and counts.
  const outbox: Outbox = {
    settings,
    decidedAt: Date.now() - 1,
    events: new Map(),
    inFlight: { requests: 0, bytes: 0 },
  }
  return { settings, outbox, layer: createLayerWatch(settings), folder: '', reported: new Map(), failedImports: 0 }
}

/** Lists the events that have not ended, oldest first. */
export const readEvents = ({ events }: Outbox): QueuedEvent[] =>
  [...events.values()].filter((event) => event !== undefined).sort((one, other) => one.at - other.at)
