/**
 * Runs on the shop's pages beside the snippet, and tells the inspector what a page knows: what it says of the order, what the
 * snippet's own adapters gather there, what waits in the outbox, what became of it. It reads and listens, and changes nothing;
 * without it the shop is the same.
 */
import { KEEPER } from '../../src/recipes/stub.js'
import { configure, DEFAULTS } from '../../src/snippet/core/settings.js'
import { readLayer } from '../../src/snippet/core/watch-layer.js'
import { toEntries } from '../../src/snippet/rest/gather/entries.js'
import { gather } from '../../src/snippet/rest/gather/index.js'
import { saysOrder } from '../../src/snippet/rest/gather/order.js'
import type { Report } from './page-probe-report.js'

type Waiting = NonNullable<Report['waiting']>[number]
type PageEvent = Report['pageEvents'][number]
type Sources = PageEvent['sources']

const POLL_MS = 200
const browser = readBrowser()
/** Ids of events whose source has been told. */
const told = new Set<string>()
/** What the pixel keeps, by key of the page's storage. */
const ofPixel = readPixelStorage()
let outcomes: Report['outcomes'] = []
let form: Sources = []
let shownAt = performance.now()
let last = ''

addEventListener('pageshow', () => (shownAt = performance.now()))
addEventListener(
  'submit',
  ({ target }) => {
    if (target instanceof HTMLFormElement) form = readForm(target)
  },
  true,
)
document.addEventListener('ringup', (event) => {
  if (!(event instanceof CustomEvent)) return
  const { id, kind, list, status, reason, problems } = event.detail
  outcomes.push({ id, kind, list, status, reason, problems: problems.map(toCode) })
  poll(false)
})
addEventListener('message', ({ source, data }) => {
  if (source === findPixel()?.contentWindow) onPixelStore(Object(data))
})
addEventListener('pagehide', () => poll(true))
setInterval(() => poll(false), POLL_MS)

/** Tells what has changed. The outbox has no event of its own for what is put into it, hence the interval. */
function poll(left: boolean) {
  const waiting = readWaiting()
  if (!waiting && !left) return // nothing of Ringup's has loaded
  const settledMs = Math.round(performance.now() - shownAt)
  const now = JSON.stringify([waiting, settledMs > 1_500])
  if (now === last && outcomes.length === 0 && !left) return
  last = now
  const order = waiting || !hasKeeper() ? readOrderNumber() : undefined // the keeper has it until a page loads the script
  const pageEvents = [...(waiting ?? []), ...outcomes].flatMap(({ id, kind }) => toPageEvents(id, kind))
  const report: Report = { browser, settledMs, left, order, waiting, outcomes, pageEvents }
  outcomes = []
  navigator.sendBeacon('/inspector/page-probe', JSON.stringify(report))
}

const readOrderNumber = () => document.querySelector('.order-number')?.textContent ?? undefined
const hasKeeper = () => [...document.scripts].some(({ text }) => text === KEEPER)

/** What another script of the page has put there could be anything; this one is ours. */
function readWaiting(): Waiting[] | undefined {
  const { ringup } = window as { ringup?: { status?(): { waiting: Waiting[] } } }
  const kept = ringup?.status?.().waiting
  if (!kept && !findPixel()) return undefined
  return [...(kept ?? []), ...ofPixel.values()].map(({ id, kind, attempts, last }) => ({ id, kind, attempts, last }))
}

/**
 * A Shopify pixel's frame tells the page nothing but what the page is to store: an event while it waits, as text.
 * What earlier pages have left for it is in the page's storage already.
 */
function readPixelStorage(): Map<string, Waiting> {
  try {
    return new Map(Object.entries(localStorage).flatMap(([key, text]) => toKept(key, text)))
  } catch {
    return new Map() // refused
  }
}

function onPixelStore({ method, args = [] }: { method?: string; args?: string[] }) {
  const [key = '', text = ''] = args
  if (method === 'removeItem') ofPixel.delete(key)
  if (method !== 'setItem') return
  for (const [, event] of toKept(key, text)) {
    ofPixel.set(key, event)
    poll(false) // the next message may be that it is delivered
  }
}

function toKept(key: string, text: string): [string, Waiting][] {
  const event = key.startsWith('ringup-pixel:') && text.startsWith('{') ? JSON.parse(text) : {}
  return event.id && event.kind ? [[key, { attempts: 0, ...event }]] : [] // how often it was tried is not stored
}

const findPixel = () => document.querySelector<HTMLIFrameElement>('iframe[sandbox]')

/** Stands behind this script, and is there when there is something to tell. */
const findTag = () => document.querySelector<HTMLScriptElement>('script[src$="/ringup.js"]')

/** Once for each event, and only by the page that it came from: the next page has nothing to say of it. */
function toPageEvents(id: string, kind: string): PageEvent[] {
  const sources = kind === 'convert' ? readSources() : form
  if (told.has(id) || sources.length === 0) return []
  told.add(id)
  const page = location.pathname
  if ([...ofPixel.values()].some((event) => event.id === id)) return [{ id, page, sources, inFrame: true }]
  const found = kind === 'convert' ? toJson(readFound()) : undefined
  return [{ id, page, sources, found }]
}

/** Gathers with the settings of the page's own tag, as the page's snippet does. */
function readFound(): unknown {
  const settings = { ...DEFAULTS }
  configure(settings, { ...findTag()?.dataset })
  const { said } = gather({ document, entries: toEntries(readLayer({ settings, heard: [] })), settings })
  return saysOrder(said) ? { ...said.found?.order, ...said.named } : undefined
}

function readSources(): Sources {
  const { selectors } = findTag()?.dataset ?? {}
  const { dataLayer, container } = window as { dataLayer?: unknown; container?: { tags: unknown } }
  const layer = Array.isArray(dataLayer) ? dataLayer : []
  const pushes = layer
    .filter((entry: unknown) => Object(entry).ecommerce)
    .map((entry) => JSON.stringify(entry, null, 2))
  return [
    ...pushes.map((text) => ({ name: 'data layer', text })),
    ...toSources('JSON-LD', '[type="application/ld+json"]', ({ textContent }) => textContent ?? ''),
    ...toSources('marked elements', '[data-ringup]', toMarkup),
    ...toSources('call', CODE, (script) => cutFrom(/^\s*convert\(/m, script)),
    ...toSources('checkout event', CODE, (script) => cutFrom(/^\s*publish\(/m, script)),
    ...(selectors ? [{ name: 'selectors', text: selectors }] : []),
    // What a merchant has filled in says how the data layer beside it is read, and nothing of an order.
    ...(container && pushes.length > 0
      ? [{ name: 'tag of Tag Manager', text: JSON.stringify(container.tags, null, 2) }]
      : []),
  ]
}

const CODE = 'script:not([src]):not([type])'

const cutFrom = (start: RegExp, { textContent }: Element): string => {
  const text = textContent ?? ''
  const index = text.search(start)
  return index < 0 ? '' : text.slice(index).trim()
}

/** All elements of one kind, one text. */
function toSources(name: string, selector: string, read: (element: Element) => string): Sources {
  const text = [...document.querySelectorAll(selector)].map(read).filter(Boolean).join('\n')
  return text === '' ? [] : [{ name, text }]
}

/** The element as it stands in the page; of one round others, only its start. */
const toMarkup = ({ outerHTML, children }: Element) => (children.length > 0 ? `${outerHTML.split('>')[0]}>` : outerHTML)

function readForm(target: HTMLFormElement): Sources {
  if (!target.dataset.addToList) return []
  const fields = [...new FormData(target)].filter(([, value]) => typeof value === 'string' && value !== '')
  return [{ name: 'form', text: fields.map(([name, value]) => `${name}: ${value}`).join('\n') }]
}

const toCode = ({ field, code }: { field: string; code: string }) => ({ field, code })

/** Makes of a value what will arrive; undefined when it has no JSON form. */
function toJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value))
  } catch {
    return undefined
  }
}

/** Told apart by a name of its own, where it may keep one. */
function readBrowser(): string {
  try {
    localStorage.demoBrowser ??= crypto.randomUUID()
    return localStorage.demoBrowser
  } catch {
    return String(performance.timeOrigin)
  }
}
