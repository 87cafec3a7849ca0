/** Where an e-mail address could be read from, when none is found: each place tried, and the setting that names it. */
import { type Choices, toPlatform } from '../choices/choices.js'
import type { Sample } from '../sample/sample.js'
import { toSelector } from '../selectors/to-selector.js'
import type { SnippetFile } from '../texts/script.js'
import { toPage } from './page.js'
import { tryOrder } from './try-out.js'

export interface EmailPlace {
  /** Where it stands, in words. */
  where: string
  /** What stands there. */
  text: string
  /** Value of the setting `email`. */
  setting: string
}

const ADDRESS = /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[a-z]{2,}/i
const MAX_PLACES = 8

/** Only places that the snippet itself can read; those that are probably the shop's own come last. */
export function findEmails(sample: Sample, choices: Choices, snippet: SnippetFile): EmailPlace[] {
  if (toPlatform(choices) !== 'script-tag') return []
  const places = [...readLayerPlaces(sample), ...readPagePlaces(sample.document)].slice(0, 2 * MAX_PLACES)
  const tried = places.filter((place) => {
    const page = toPage({ ...choices, email: place.setting }, snippet)
    return tryOrder(sample, { ...page, isAlone: false }).body?.email
  })
  return tried.slice(0, MAX_PLACES)
}

/** Paths, as the setting takes them: words joined by dots. */
function readLayerPlaces({ layer, digitalData }: Sample): EmailPlace[] {
  const places = [...layer.map(toSaid), Object(digitalData)].flatMap((entry) => readPaths(entry, []))
  const bySetting = new Map(places.map((place) => [place.setting, place]))
  return [...bySetting.values()].reverse() // the latest entry counts
}

/** An entry, or what `gtag('event' | 'set', …)` says. */
function toSaid(entry: unknown): unknown {
  if (!Array.isArray(entry)) return entry
  const [command, name, value] = entry
  if (command === 'event') return value
  return typeof name === 'string' ? { [name]: value } : name
}

function readPaths(value: unknown, path: string[]): EmailPlace[] {
  if (typeof value === 'string' && ADDRESS.test(value) && path.length > 0) {
    return [{ where: `the data layer, at ${path.join('.')}`, text: value, setting: path.join('.') }]
  }
  if (typeof value !== 'object' || value === null || path.length > 6) return []
  return Object.entries(value).flatMap(([name, inner]) => (/^\w+$/.test(name) ? readPaths(inner, [...path, name]) : []))
}

/** Elements that show one, or hold one in an attribute. */
function readPagePlaces(document: Document): EmailPlace[] {
  const elements = [...document.querySelectorAll('*')].filter(
    (element) => !element.matches('script, style, title, template') && readAddress(element),
  )
  const places = elements.flatMap((element) => {
    const selector = toSelector(element, document.documentElement)
    const { behind = '', text } = readAddress(element) ?? { text: '' }
    const setting = selector && `${selector}${behind}`
    return setting ? [{ where: `the page, at ${setting}`, text, setting, isOwn: isShops(element) }] : []
  })
  return places.sort((one, other) => Number(one.isOwn) - Number(other.isOwn)).map(({ isOwn: _, ...place }) => place)
}

/** “Questions? shop@example.com” stands on every page. */
const isShops = (element: Element) => element.closest('header, footer, nav, aside, [href^="mailto:" i]') !== null

const ATTRIBUTES = ['content', 'value', 'data-email', 'data-customer-email', 'data-mail']

interface Address {
  text: string
  /** What the setting has behind the selector. */
  behind?: string
}

function readAddress(element: Element): Address | undefined {
  const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
  const [inText] = ADDRESS.exec(own.map(({ textContent }) => textContent).join(' ')) ?? []
  if (inText) return { text: inText }
  const attribute = ATTRIBUTES.find((name) => ADDRESS.test(element.getAttribute(name) ?? ''))
  const text = attribute && element.getAttribute(attribute)
  return text ? { text, behind: attribute.startsWith('data-') ? `@${attribute}` : '' } : readLink(element)
}

/** Links to the order of somebody without an account name its address. */
function readLink(element: Element): Address | undefined {
  const [, query] = (element.getAttribute('href') ?? '').split('?')
  const [name, text = ''] = [...new URLSearchParams(query)].find(([, value]) => ADDRESS.test(value)) ?? []
  return name && /^\w+$/.test(name) ? { text, behind: `@href /[?&]${name}=([^&#]+)/` } : undefined
}
