/** What there is to know at this moment. Looks at everything and changes nothing. */
import { VERSION } from '../../contract/limits.js'
import type { Problem } from '../../contract/said.js'
import { findConsentPlatforms } from '../../recipes/consent/index.js'
import { toFields } from '../fields.js'
import { toEntries } from '../gather/data-layer.js'
import { type Gathered, gather } from '../gather/index.js'
import { saysOrder } from '../gather/order.js'
import type { Page } from '../gather/page.js'
import { globals } from '../globals.js'
import { forgetAccepted, readAcceptedAt } from '../keep/accepted-orders.js'
import { safely } from '../safely.js'
import { DEFAULTS, type Settings } from '../settings.js'
import { readLayer } from '../watch/data-layer.js'
import type { RingupStatus } from '../window.js'
import { type Asked, readAsked } from './asked.js'
import { type FormFact, readForms } from './forms.js'
import { huntEmail, toShortSelector } from './hunt-email.js'
import { readAsSent } from './read-as-sent.js'
import { readSources, type Sources } from './sources.js'
import { readUnread } from './unread.js'
import type { Heard } from './watch.js'

export interface Facts {
  sources: Sources
  /** Undefined when the script is not there, or another has taken the name `ringup`. */
  status: RingupStatus | undefined
  /** The panel's version. */
  version: string
  /** Where events go, in full. */
  endpoint: string | undefined
  convertOn: string | undefined
  online: boolean
  /** The page's origin; `null` in a sandboxed frame. */
  origin: string
  asked: Asked[]
  /** The order of the adapter that has won. */
  order:
    | {
        number: string | undefined
        /** When this browser had it accepted, in milliseconds since 1970. */
        acceptedAt: number | undefined
      }
    | undefined
  /** What `convert()` would send now; undefined when nothing was found. */
  body: Record<string, unknown> | undefined
  email: string | undefined
  /** Values of `data-email` that lead to an address, where none was found by itself. */
  emailPlaces: string[]
  problems: Problem[]
  /** What stands where a field could not be read, by the field's name. */
  unread: Record<string, string>
  /** The names of the data layer's events that `convertOn` waits for, and how many of them have come. */
  events: { names: string[]; matching: number } | undefined
  forms: FormFact[]
  /** The page's consent platforms by name, likeliest first. */
  banners: string[]
  heard: Heard
}

/** @param folder where the panel came from */
export function readFacts(folder: string, heard: Heard): Facts {
  const sources = readSources(folder)
  const settings = toSettings(sources)
  const page = toPage(settings)
  const { endpoint, convertOn } = settings
  const asked = readAsked(page)
  const gathered = gatherShown(page)
  const { body, event, problems } = toShown(gathered)
  const { email } = body
  const acceptedAt = event.identity === undefined ? undefined : readAcceptedAt(settings, event.identity)
  const hasOrder = saysOrder(gathered.said)
  const isAnything = hasOrder || email !== undefined
  return {
    sources,
    status: readStatus(),
    version: VERSION,
    endpoint: endpoint ? (safely(() => new URL(endpoint, document.baseURI).href) ?? endpoint) : undefined,
    convertOn,
    online: navigator.onLine,
    origin: self.origin,
    asked,
    order: hasOrder ? { number: body.cart_data?.order_number, acceptedAt } : undefined,
    body: isAnything ? { ...body } : undefined,
    email,
    emailPlaces:
      email === undefined && (hasOrder || convertOn !== undefined) ? (safely(() => readEmailPlaces(page)) ?? []) : [],
    problems,
    unread: readUnread(gathered.said, problems),
    events: asked.find(({ name }) => name === 'data-layer')?.events,
    forms: readForms(),
    banners: readBanners(),
    heard,
  }
}

const readEmailPlaces = (page: Page) =>
  huntEmail(page, { toSelector: toShortSelector, maxPlaces: 3, withOwn: false }).map(({ setting }) => setting)

/** Names the consent banners whose scripts are on the page. */
function readBanners(): string[] {
  const source = Array.from(document.scripts, ({ src, text }) => `${src} ${text}`).join('\n')
  return findConsentPlatforms(source).map(({ platform }) => platform)
}

/** The page as it is now. What was pushed and is not stored, only the script has heard. */
const toPage = (settings: Settings): Page => ({
  document,
  entries: toEntries(readLayer({ settings, heard: [] })),
  settings,
})

const toSettings = ({ values }: Sources): Settings => ({ ...DEFAULTS, ...values, endpoint: values.endpoint ?? '' })

/** The shop's own function is not called: it may do more than look. */
function gatherShown(page: Page): Gathered {
  const isOwn = typeof page.settings.adapter === 'function'
  return (isOwn ? undefined : safely(() => gather(page))) ?? { said: {}, missing: [], number: undefined }
}

function toShown({ said }: Gathered) {
  const { event, body, problems, isTooLarge } = readAsSent(said)
  // That there is no e-mail is said beside it.
  const others = problems.filter(({ code }) => code !== 'no_email')
  return { event, body, problems: isTooLarge ? [...others, { field: 'convert()', code: 'too_large' }] : others }
}

/** Any script may put something else in its place. */
function readStatus(): RingupStatus | undefined {
  const status: unknown = safely(() => Object(globals.ringup).status?.())
  return isStatus(status) ? status : undefined
}

const isStatus = (status: unknown): status is RingupStatus => Array.isArray(toFields(status).waiting)

/** The setting as it stands on a tag. */
export const toEmailLine = (place: string) => `data-email='${place}'`.replaceAll("'", place.includes('"') ? "'" : '"')

/** The page's order may be sent again, for a test. False when it was not remembered, or cannot be forgotten. */
export function forgetOrder(folder: string): boolean {
  const settings = toSettings(readSources(folder))
  const { event } = toShown(gatherShown(toPage(settings)))
  return event.identity !== undefined && forgetAccepted(settings, event.identity)
}
