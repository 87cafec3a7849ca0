/** Where an e-mail address stands that Ringup has not found by itself, as the line that names the place. */
import { readPushed, toEntry } from '../adapters/data-layer.js'
import { readEmails } from '../adapters/email.js'
import { readJsonOrders } from '../adapters/json-ld.js'
import { globals } from '../globals.js'
import { toEmails } from '../normalise/text.js'
import type { FoundOrder } from '../order.js'
import { safely } from '../safely.js'
import { settings } from '../settings.js'

const MAX_PLACES = 3
/** Values looked at, levels below an entry, and elements. */
const MAX_VALUES = 2_000
const MAX_DEPTH = 6
const MAX_ELEMENTS = 5_000
/** Where a shop says its own address. */
const OWN_ADDRESS = 'footer, nav, header, a[href^="mailto:"], ringup-debug, script, style, [data-ringup="email"]'

/** @returns values of `data-email` that each lead to one address, those of the data layer first */
export function huntEmail(order: FoundOrder | undefined): string[] {
  const places = new Set([...huntData(), ...huntElements()])
  return [...places].filter((place) => leadsToOne(place, order)).slice(0, MAX_PLACES)
}

/** As the script would read it with this setting. */
function leadsToOne(place: string, order: FoundOrder | undefined): boolean {
  const { email: before } = settings
  settings.email = place
  const found = safely(() => readEmails(order)) ?? []
  if (before === undefined) delete settings.email
  else settings.email = before
  return found.length === 1
}

/** Paths in the data layer and in JSON-LD, the latest first. */
function huntData(): string[] {
  const pushed = [...readPushed(), globals.digitalData].flatMap((each) => toEntry(each) ?? []).reverse()
  const seen = new Set<unknown>()
  const paths: string[] = []
  const walk = (value: unknown, path: string[]) => {
    if (typeof value === 'string') {
      if (toEmails(value).length === 1) paths.push(path.join('.'))
      return
    }
    const isWalked = typeof value === 'object' && value !== null && !(value instanceof Node) && value !== window
    if (!isWalked || seen.has(value) || seen.size > MAX_VALUES || path.length >= MAX_DEPTH) return
    seen.add(value)
    for (const name of Object.keys(value))
      if (!name.includes('.')) safely(() => walk(Reflect.get(value, name), [...path, name]))
  }
  for (const said of [...pushed.map(({ said: each }) => each), ...readJsonOrders()]) safely(() => walk(said, []))
  return paths
}

/** Elements whose own text, or value, is or has an address, by a selector that leads to them alone. */
function huntElements(): string[] {
  const places: string[] = []
  for (const each of [...document.querySelectorAll('body *')].slice(0, MAX_ELEMENTS)) {
    if (each.closest(OWN_ADDRESS) || each.closest('form[data-add-to-list]')) continue
    const text = each instanceof HTMLInputElement ? each.value : toOwnText(each)
    if (text.length > 500 || toEmails(text).length !== 1) continue
    const selector = toSelector(each)
    if (selector) places.push(selector)
    if (places.length > MAX_PLACES) break
  }
  return places
}

const toOwnText = ({ childNodes }: Element) =>
  [...childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '')).join('')

/** Undefined where nothing short leads to this element alone. */
function toSelector(target: Element): string | undefined {
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
