/** Where an e-mail address stands that Ringup has not found by itself, as the line that names the place. */

import { readEmail } from '../../normalise/email.js'
import { toEntry } from '../gather/data-layer.js'
import { findOrder, gatherOrder } from '../gather/index.js'
import { readJsonOrders } from '../gather/json-ld.js'
import type { Page } from '../gather/page.js'
import { safely } from '../safely.js'

const MAX_PLACES = 3
/** Values looked at, levels below an entry, and elements. */
const MAX_VALUES = 2_000
const MAX_DEPTH = 6
const MAX_ELEMENTS = 5_000
/** Where a shop says its own address. */
const OWN_ADDRESS = 'footer, nav, header, a[href^="mailto:"], ringup-debug, script, style, [data-ringup="email"]'

/** @returns values of `data-email` that each lead to one address, those of the data layer first */
export function huntEmail(page: Page): string[] {
  const places = new Set([...huntData(page), ...huntElements(page)])
  return [...places].filter((place) => leadsToOne(place, page)).slice(0, MAX_PLACES)
}

/** As the script would gather it with this setting. */
function leadsToOne(email: string, { settings, ...page }: Page): boolean {
  const set = { ...page, settings: { ...settings, email } }
  return 'email' in readEmail(gatherOrder(set, findOrder(set)).said.emails ?? [])
}

/** Paths in the data layer and in JSON-LD, the latest first. */
function huntData({ layer, document }: Page): string[] {
  const pushed = layer.flatMap((each) => toEntry(each) ?? []).reverse()
  const seen = new Set<unknown>()
  const paths: string[] = []
  const walk = (value: unknown, path: string[]) => {
    if (typeof value === 'string') {
      if (hasOne(value)) paths.push(path.join('.'))
      return
    }
    const isWalked = typeof value === 'object' && value !== null && !(value instanceof Node) && value !== window
    if (!isWalked || seen.has(value) || seen.size > MAX_VALUES || path.length >= MAX_DEPTH) return
    seen.add(value)
    for (const name of Object.keys(value))
      if (!name.includes('.')) safely(() => walk(Reflect.get(value, name), [...path, name]))
  }
  for (const said of [...pushed.map(({ said: each }) => each), ...readJsonOrders(document)])
    safely(() => walk(said, []))
  return paths
}

const hasOne = (text: string) => text.includes('@') && 'email' in readEmail(text.split(/[\s<>"(),;:\\]+/))

/** Elements whose own text, or value, is or has an address, by a selector that leads to them alone. */
function huntElements({ document }: Page): string[] {
  const places: string[] = []
  for (const each of [...document.querySelectorAll('body *')].slice(0, MAX_ELEMENTS)) {
    if (each.closest(OWN_ADDRESS) || each.closest('form[data-add-to-list]')) continue
    const text = each instanceof HTMLInputElement ? each.value : toOwnText(each)
    if (text.length > 500 || !hasOne(text)) continue
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
