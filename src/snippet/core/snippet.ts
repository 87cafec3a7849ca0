/** One running snippet: its settings, its events, and the data layer. The core creates it, and the rest works on the same object. */
import type { Problem } from '../../contract/said.js'
import type { Consent } from './consent.js'
import type { Answer, Event, EventStatus, Statement } from './event.js'
import type { Fields } from './fields.js'
import type { MayBeLate } from './safely.js'
import { DEFAULTS, type Settings } from './settings.js'
import type { Persistence } from './storage.js'
import { createLayerWatch, type LayerWatch } from './watch-layer.js'

/** Events of this page, and of earlier pages once they are loaded. */
export interface Outbox extends Consent {
  settings: Persistence & Pick<Settings, 'endpoint' | 'consent'>
  /** The time at which this page last received a decision; until then, just before it began. */
  decidedAt: number
  /** Events by id. An event that has ended leaves its id, because its copy may be read before it is deleted. */
  events: Map<string, Event | undefined>
  /** Orders of this page that the proxy has accepted, by identity. */
  accepted: Set<string>
  /** Keepalive requests without an answer. Browsers limit their bodies together. */
  inFlight: { requests: number; bytes: number }
  /** The one timer for retries. The rest creates it. */
  schedule?: Schedule
  /** The database of the copies; undefined before the first event, and after it was closed. */
  opening?: Promise<IDBDatabase> | undefined
  /** Called when another tab denies consent but cannot write it to localStorage. */
  onDenied?: () => void
}

export interface Snippet {
  /** The current settings. A later tag may add to them. */
  settings: Settings
  outbox: Outbox
  layer: LayerWatch
  /** The folder that the script comes from. The file of the rest is beside it. */
  folder: string
  /**
   * Orders that `convertOn` has reported, by number. An order without a number has its entry as key. False: the number
   * or the e-mail was missing, so the order may be reported once more when it is complete.
   */
  reported: Map<unknown, boolean>
  /** The rest, once it is loaded. From then on it watches the page and owns every retry. */
  rest?: Rest
  /** The import of the rest while it is under way. */
  importing?: Promise<Rest | undefined> | undefined
  /** Earlier pages have left events for the rest to send. */
  hasStored?: boolean
  /** Fields that have had the focus, so the shopper has seen them. */
  focused: WeakSet<Element>
  /** The number of failed imports on this page. */
  failedImports: number
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

/** The functions of the rest that the core calls. */
export interface Rest {
  /** Takes over the page. Called once. */
  start(snippet: Snippet): void
  /** Listens to the shop's consent platform, if the setting `consent` is a recipe. */
  hearConsent(snippet: Snippet): void
  /** Applies the settings, also after a later tag has added some. */
  applySettings(snippet: Snippet): void
  /** Gathers an order from all places of the page. */
  gatherOrder(snippet: Snippet, passed: Fields): MayBeLate<Statement>
  /**
   * Gathers a sign-up from a form, or from the page.
   *
   * @param person the address that the form had when it was submitted, and the signature
   */
  gatherSignUp(
    snippet: Snippet,
    list: string,
    form: HTMLFormElement | undefined,
    person: Statement,
  ): MayBeLate<Statement>
  /** Acts on the answer to an attempt that was not acknowledged. */
  takeOver(snippet: Snippet, event: Event, answer: Answer): MayBeLate<EventStatus>
  /** Gives up the oldest sign-ups to make room for one more event. Returns false if that is not enough. */
  makeRoom(outbox: Outbox, maxEvents: number): boolean
  /** Sends the events that earlier pages have stored. */
  drain(snippet: Snippet): Promise<void>
  /** Retries every waiting event once, now. */
  flush(snippet: Snippet): Promise<void>
  /** Names the unreadable passed values in the console. */
  warnOf(passed: unknown, problems: Problem[]): void
}

export function createSnippet(): Snippet {
  const settings: Settings = { ...DEFAULTS }
  const outbox: Outbox = {
    // A denial of the same millisecond is another tab's, and counts.
    ...{ settings, decidedAt: Date.now() - 1, events: new Map(), accepted: new Set() },
    inFlight: { requests: 0, bytes: 0 },
  }
  return {
    settings,
    outbox,
    layer: createLayerWatch(settings),
    folder: '',
    reported: new Map(),
    focused: new WeakSet(),
    failedImports: 0,
  }
}

/** Lists the events that have not ended, oldest first. */
export const readEvents = ({ events }: Outbox): Event[] =>
  [...events.values()].filter((event) => event !== undefined).sort((one, other) => one.at - other.at)
