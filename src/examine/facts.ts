/** Reads the facts of the page at this moment, and changes nothing. */
import { VERSION } from '../contract/limits.js'
import type { Problem, Raw } from '../contract/raw.js'
import { type FieldSelectors, toSelectors } from '../contract/selectors.js'
import { quote } from '../contract/tag.js'
import { choose } from '../normalise/choose/index.js'
import { findConsentPlatforms } from '../recipes/consent/index.js'
import { findFitting, findRecipeOf } from '../recipes/fit.js'
import type { TemplateLine } from '../recipes/recipe.js'
import { toFields } from '../snippet/core/fields.js'
import { globals } from '../snippet/core/globals.js'
import { createLayerWatch } from '../snippet/core/layer.js'
import { safely } from '../snippet/core/safely.js'
import { DEFAULTS, type Settings } from '../snippet/core/settings.js'
import type { Status } from '../snippet/core/snippet.js'
import { type Gathered, gather, type Page } from '../snippet/rest/gather/gather-order.js'
import { type Asked, readAsked } from './asked.js'
import { countFramedForms, type FormFact, readForms, readWidgets, type WidgetFact } from './forms.js'
import { huntEmail } from './hunt-email.js'
import { readAsSent } from './read-as-sent.js'
import { readSources, type Sources } from './sources.js'
import { readUnread } from './unread.js'
import type { Heard } from './watch.js'

export interface Facts {
  sources: Sources
  /** Selectors that a person has made by pointing. */
  pointed: FieldSelectors
  /** Undefined when the script is not there, or another has taken the name `ringup`. */
  status: Status | undefined
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
  order: { number: string | undefined } | undefined
  /** Names of the recipes that read an order on this page, if its own settings read none. */
  fitting: string[]
  /** The line that adds the e-mail address, if the recipe of these settings has one. */
  emailLine: TemplateLine | undefined
  /** The body that `convert()` would send now; undefined if nothing was found. */
  body: Record<string, unknown> | undefined
  email: string | undefined
  /** Values of `data-email` that lead to an address, where none was found by itself. */
  emailPlaces: string[]
  problems: Problem[]
  /** The page's text for each field that could not be read, by the field's name. */
  unread: Record<string, string>
  /** The names of the data layer's events that `convertOn` waits for, and how many of them have come. */
  events: { names: string[]; matching: number } | undefined
  forms: FormFact[]
  /** Newsletter services on the page whose sign-ups no mark can hear. */
  widgets: WidgetFact[]
  /** How many frames of this origin have a sign-up form. */
  framedForms: number
  /** The page's consent platforms by name, likeliest first. */
  banners: string[]
  heard: Heard
}

/**
 * @param folder where the panel came from
 * @param pointed selectors that a person has just made; they count before those of the tag
 */
export function readFacts(folder: string, heard: Heard, pointed: FieldSelectors = {}): Facts {
  const sources = withPointed(readSources(folder), pointed)
  const settings = toSettings(sources)
  const page = toPage(settings)
  const { endpoint, convertOn } = settings
  const asked = readAsked(page)
  const gathered = gatherShown(page)
  const { body, problems } = toShown(gathered)
  const { email } = body
  const hasOrder = showsOrder(gathered.raw)
  const isAnything = hasOrder || email !== undefined
  const forms = readForms()
  return {
    sources,
    pointed,
    status: readStatus(heard),
    version: VERSION,
    endpoint: toFull(endpoint),
    convertOn,
    online: navigator.onLine,
    origin: self.origin,
    asked,
    order: hasOrder ? { number: body.cart_data?.order_number } : undefined,
    fitting: hasOrder || !convertOn ? [] : (safely(readFitting) ?? []),
    emailLine: email === undefined ? findRecipeOf(sources.values)?.lineIfNoEmail : undefined,
    body: isAnything ? { ...body } : undefined,
    email,
    emailPlaces:
      email === undefined && (hasOrder || convertOn !== undefined) ? (safely(() => huntEmail(page)) ?? []) : [],
    problems,
    unread: readUnread(gathered.raw, problems),
    events: asked.find(({ name }) => name === 'data-layer')?.events,
    forms,
    widgets: safely(() => readWidgets(forms[0]?.list)) ?? [],
    framedForms: safely(countFramedForms) ?? 0,
    banners: readBanners(),
    heard,
  }
}

/** @returns where events go, in full; undefined if no setting says so */
export const readEndpoint = (folder: string): string | undefined => toFull(readSources(folder).values.endpoint)

const toFull = (endpoint: string | undefined) =>
  endpoint ? (safely(() => new URL(endpoint, document.baseURI).href) ?? endpoint) : undefined

function withPointed(sources: Sources, pointed: FieldSelectors): Sources {
  if (Object.keys(pointed).length === 0) return sources
  const { values } = sources
  return { ...sources, values: { ...values, selectors: { ...values.selectors, ...toSelectors(pointed) } } }
}

/** Names at most three recipes. Their settings are tried on the page without those of the tag. */
function readFitting(): string[] {
  const readFields = (own: object): string[] => {
    const { cart_data = {}, ...body } = toShown(gatherShown(toPage({ ...DEFAULTS, ...own }))).body
    return [...Object.keys(body), ...Object.keys(cart_data)]
  }
  return findFitting(document, readFields)
    .slice(0, 3)
    .map(({ name }) => name)
}

/** Names the consent banners whose scripts are on the page. */
function readBanners(): string[] {
  const source = Array.from(document.scripts, ({ src, text }) => `${src} ${text}`).join('\n')
  return findConsentPlatforms(source).map(({ platform }) => platform)
}

/** The page as it is now. Only the script has heard entries that were pushed and not stored. */
const toPage = (settings: Settings): Page => ({ settings, layer: createLayerWatch(settings) })

const toSettings = ({ values }: Sources): Settings => ({ ...DEFAULTS, ...values, endpoint: values.endpoint ?? '' })

/** The shop's own function is not called: it may do more than look. */
function gatherShown(page: Page): Gathered {
  const isOwn = typeof page.settings.adapter === 'function'
  return (isOwn ? undefined : safely(() => gather(page))) ?? { raw: {}, facts: {}, missing: [] }
}

function toShown({ raw }: Gathered) {
  const { body, problems, isTooLarge } = readAsSent(raw)
  // The panel shows a missing e-mail in its own place.
  const others = problems.filter(({ code }) => code !== 'no_email')
  return { body, problems: isTooLarge ? [...others, { field: 'convert()', code: 'too_large' }] : others }
}

/** Checks whether the page shows an order, whole or not. */
function showsOrder(raw: Raw): boolean {
  const { order, named, marked } = choose(raw)
  return Boolean(order ?? named?.json ?? named?.items ?? marked?.items ?? (named?.order ?? marked?.order)?.order_number)
}

/** The script answers later, so its last answer counts. Any script may put something else in its place. */
function readStatus({ status }: Heard): Status | undefined {
  const { version, status: read } = toFields(globals.ringup)
  if (typeof read !== 'function' || typeof version !== 'string') return undefined
  return status ?? { version, consent: 'not-required', storage: 'local', waiting: [], held: 0 }
}

/** Asks the script for its events. Undefined if it does not answer. */
export async function askStatus(): Promise<Status | undefined> {
  const status: unknown = await safely(() => Object(globals.ringup).status())
  return isStatus(status) ? status : undefined
}

const isStatus = (status: unknown): status is Status => Array.isArray(toFields(status).waiting)

/** The setting as it stands on a tag. */
export const toEmailLine = (place: string) => `data-email=${quote(place)}`
