/** Finds an e-mail address that Ringup does not find by itself: in the data layer, in JSON-LD and on the page. */
import { readEmail } from '../normalise/email.js'
import { readMessages } from '../snippet/core/entries.js'
import { safely } from '../snippet/core/safely.js'
import { gather, type Page } from '../snippet/rest/gather/gather-order.js'
import { readJsonOrders } from '../snippet/rest/gather/json-ld.js'
import { holds } from './point/holds.js'
import { toSelector } from './point/to-selector.js'

const MAX_PLACES = 3
/** Limits of the search: values, levels below an entry, and elements. */
const MAX_VALUES = 2_000
const MAX_DEPTH = 6
const MAX_ELEMENTS = 5_000

/** @returns at most three values of the setting `email` that lead to an address, those of the data layer first */
export function huntEmail(page: Page): string[] {
  const found = new Set<string>()
  for (const setting of [...readData(page), ...readElements(document)])
    if (found.size < MAX_PLACES && !found.has(setting) && leadsToOne(setting, page)) found.add(setting)
  return [...found]
}

/** Checks whether the script would gather an address with this setting. */
function leadsToOne(email: string, { settings, ...page }: Page): boolean {
  return 'email' in readEmail(gather({ ...page, settings: { ...settings, email } }).raw.emails ?? [])
}

/** Reads paths in the data layer and in JSON-LD, the latest first. */
function readData({ layer }: Page): string[] {
  const seen = new Set<unknown>()
  const places: string[] = []
  const walk = (value: unknown, path: string[]) => {
    if (typeof value === 'string') return void (hasCustomer(value) && places.push(path.join('.')))
    const isWalked = typeof value === 'object' && value !== null && !(value instanceof Node) && value !== window
    if (!isWalked || seen.has(value) || seen.size > MAX_VALUES || path.length >= MAX_DEPTH) return
    seen.add(value)
    for (const name of Object.keys(value))
      if (!name.includes('.')) safely(() => walk(Reflect.get(value, name), [...path, name]))
  }
  const messages = readMessages(layer).map(({ fields }) => fields)
  for (const fields of [...messages.reverse(), ...readJsonOrders(document)]) safely(() => walk(fields, []))
  return places
}

/** Addresses of a shop. They are on every page, and would make one customer of all. */
const OWN_NAME =
  /^(info|mail|support|contact|kontakt|service|sales|orders?|shop|store|help|hello|office|team|no-?reply)@/i

function hasCustomer(text: string): boolean {
  if (!text.includes('@') || text.length > 500) return false
  const read = readEmail(text.split(/[\s<>"(),;:\\]+/))
  return 'email' in read && !OWN_NAME.test(read.email)
}

/** Not a place that people see. Frameworks keep their own data in hidden fields. */
const SKIPPED =
  'script, style, title, template, input[type=hidden], ringup-debug, ringup-debug *, [data-ringup="email"], form[data-add-to-list] *'
/** Places of the shop's own address. */
const OWN = 'header, footer, nav, aside, [class*="footer" i], [id*="footer" i], [href^="mailto:" i]'

/** Reads elements that show an address, or have one in an attribute. */
function readElements(document: Document): string[] {
  const places: string[] = []
  for (const element of [...document.querySelectorAll('*')].slice(0, MAX_ELEMENTS)) {
    if (places.length > 2 * MAX_PLACES) break
    const suffix = readSuffix(element)
    if (suffix === undefined || element.matches(SKIPPED) || element.closest(OWN)) continue
    const selector = toSelector(element, document.body)
    if (selector && holds(selector)) places.push(selector + suffix)
  }
  return places
}

const ATTRIBUTES = ['content', 'value', 'data-email', 'data-customer-email', 'data-mail']

/** @returns the end of the setting, after the selector; undefined if the element has no address */
function readSuffix(element: Element): string | undefined {
  const { value } = element as HTMLInputElement // undefined of most
  if (hasCustomer(typeof value === 'string' ? value : toOwnText(element))) return ''
  const name = ATTRIBUTES.find((each) => hasCustomer(element.getAttribute(each) ?? ''))
  if (name) return name.startsWith('data-') ? `@${name}` : ''
  return readLink(element)
}

const toOwnText = ({ childNodes }: Element) =>
  [...childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '')).join(' ')

/** A link to the order of a guest names the guest's address. */
function readLink(element: Element): string | undefined {
  const [, query] = (element.getAttribute('href') ?? '').split('?')
  const [name] =
    [...new URLSearchParams(query ?? '')].find(([key, text]) => /^\w+$/.test(key) && hasCustomer(text)) ?? []
  return name && `@href /[?&]${name}=([^&#]+)/`
}
