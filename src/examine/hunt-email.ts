/** Where an e-mail address stands that Ringup has not found by itself: each place tried, and the setting that names it. */
import { readEmail } from '../normalise/email.js'
import { safely } from '../snippet/core/safely.js'
import { findOrder, gatherOrder } from '../snippet/rest/gather/index.js'
import { readJsonOrders } from '../snippet/rest/gather/json-ld.js'
import type { Page } from '../snippet/rest/gather/page.js'

export interface EmailPlace {
  /** Where it stands, in words. */
  where: string
  /** What stands there. */
  text: string
  /** Value of the setting `email`. */
  setting: string
  /** It is probably the shop's: “Questions? shop@example.com” stands on every page. */
  isOwn: boolean
}

interface How {
  /** Names an element within the page, and no other. */
  toSelector: (element: Element) => string | undefined
  maxPlaces: number
  /** The shop's own too, behind all others. */
  withOwn: boolean
}

/** Values looked at, levels below an entry, and elements. */
const MAX_VALUES = 2_000
const MAX_DEPTH = 6
const MAX_ELEMENTS = 5_000

/** Those of the data layer first, and those that are probably the shop's own last. */
export function huntEmail(page: Page, how: How): EmailPlace[] {
  const { maxPlaces } = how
  const elements = readElements(page.document, how)
  const all = [...readData(page), ...elements].sort((one, other) => Number(one.isOwn) - Number(other.isOwn))
  const found = new Map<string, EmailPlace>()
  for (const place of all) {
    if (found.size < maxPlaces && !found.has(place.setting) && leadsToOne(place.setting, page))
      found.set(place.setting, place)
  }
  return [...found.values()]
}

/** Whether the script would gather this address with this setting. */
function leadsToOne(email: string, { settings, ...page }: Page): boolean {
  const set = { ...page, settings: { ...settings, email } }
  return 'email' in readEmail(gatherOrder(set, findOrder(set)).said.emails ?? [])
}

/** Paths in the data layer and in JSON-LD, the latest first. */
function readData({ entries, document }: Page): EmailPlace[] {
  const seen = new Set<unknown>()
  const places: EmailPlace[] = []
  const walk = (value: unknown, path: string[]) => {
    if (typeof value === 'string') {
      const [text, setting] = [findAddress(value), path.join('.')]
      if (text) places.push({ where: `the data layer, at ${setting}`, text, setting, isOwn: false })
      return
    }
    const isWalked = typeof value === 'object' && value !== null && !(value instanceof Node) && value !== window
    if (!isWalked || seen.has(value) || seen.size > MAX_VALUES || path.length >= MAX_DEPTH) return
    seen.add(value)
    for (const name of Object.keys(value))
      if (!name.includes('.')) safely(() => walk(Reflect.get(value, name), [...path, name]))
  }
  for (const said of [...entries.map(({ said: each }) => each), ...readJsonOrders(document)])
    safely(() => walk(said, []))
  return places
}

function findAddress(text: string): string | undefined {
  if (!text.includes('@') || text.length > 500) return undefined
  const read = readEmail(text.split(/[\s<>"(),;:\\]+/))
  return 'email' in read ? read.email : undefined
}

const PASSED_OVER =
  'script, style, title, template, ringup-debug, ringup-debug *, [data-ringup="email"], form[data-add-to-list] *'
const OWN = 'header, footer, nav, aside, [href^="mailto:" i]'

/** Elements that show one, or hold one in an attribute. */
function readElements(document: Document, { toSelector, maxPlaces, withOwn }: How): EmailPlace[] {
  const places: EmailPlace[] = []
  let others = 0
  for (const element of [...document.querySelectorAll('*')].slice(0, MAX_ELEMENTS)) {
    if (others > 2 * maxPlaces) break
    const address = readAddress(element)
    if (!address || element.matches(PASSED_OVER)) continue
    const isOwn = element.closest(OWN) !== null
    const selector = isOwn && !withOwn ? undefined : toSelector(element)
    if (!selector) continue
    const setting = `${selector}${address.behind}`
    places.push({ where: `the page, at ${setting}`, text: address.text, setting, isOwn })
    if (!isOwn) others += 1
  }
  return places
}

const ATTRIBUTES = ['content', 'value', 'data-email', 'data-customer-email', 'data-mail']

/** `behind` stands in the setting behind the selector. */
function readAddress(element: Element): { text: string; behind: string } | undefined {
  const { value } = element as HTMLInputElement // undefined of most
  const shown = findAddress(typeof value === 'string' ? value : toOwnText(element))
  if (shown) return { text: shown, behind: '' }
  for (const name of ATTRIBUTES) {
    const text = findAddress(element.getAttribute(name) ?? '')
    if (text) return { text, behind: name.startsWith('data-') ? `@${name}` : '' }
  }
  return readLink(element)
}

const toOwnText = ({ childNodes }: Element) =>
  [...childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '')).join(' ')

/** Links to the order of somebody without an account name its address. */
function readLink(element: Element): { text: string; behind: string } | undefined {
  const [, query] = (element.getAttribute('href') ?? '').split('?')
  if (!query) return undefined
  for (const [name, value] of new URLSearchParams(query)) {
    const text = findAddress(value)
    if (text && /^\w+$/.test(name)) return { text, behind: `@href /[?&]${name}=([^&#]+)/` }
  }
  return undefined
}

/** Undefined where nothing short leads to this element alone. */
export function toShortSelector(target: Element): string | undefined {
  const tag = target.localName
  const classes = [...target.classList].map((name) => `.${CSS.escape(name)}`)
  const name = target.getAttribute('name')
  const parent = target.parentElement?.id ? `#${CSS.escape(target.parentElement.id)} ` : ''
  const tried = [
    target.id && `#${CSS.escape(target.id)}`,
    name && `${tag}[name="${CSS.escape(name)}"]`,
    ...classes,
    classes.join(''),
    parent && `${parent}${tag}`,
    ...classes.map((each) => `${parent}${each}`),
  ]
  return tried.find((each): each is string => Boolean(each) && document.querySelectorAll(`${each}`).length === 1)
}
