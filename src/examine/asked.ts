/** Which adapters were asked, what each found, and if nothing, why. */
import { readSaid } from '../normalise/index.js'
import { toFields } from '../snippet/core/fields.js'
import { globals } from '../snippet/core/globals.js'
import { safely } from '../snippet/core/safely.js'
import { isEvent, readOrders } from '../snippet/rest/gather/entries.js'
import { readJsonLd } from '../snippet/rest/gather/json-ld.js'
import { readNamed } from '../snippet/rest/gather/named.js'
import { type Found, pickOrder } from '../snippet/rest/gather/order.js'
import type { Page } from '../snippet/rest/gather/page.js'
import { count } from './count.js'
import { readUnmatched } from './unmatched.js'
import { whyNoJsonLd } from './why-no-json-ld.js'

export interface Asked {
  name: string
  /** `won` of those that count: one that found the order, and `dom`, whose fields win over it. `found` does not count. */
  result: 'won' | 'found' | 'nothing' | 'not asked'
  sentence: string
  /** Names of the data layer's events, the oldest first, and how many of them convert. */
  events?: { names: string[]; matching: number } | undefined
}

/** Those that find an order, as they are asked. */
const FINDERS: Record<string, { read: (page: Page) => Found | undefined; why: (page: Page) => string }> = {
  'data-layer': { read: (page) => pickOrder(readOrders(page), page.number), why: whyNoEvent },
  'json-ld': { read: readMarkup, why: ({ document }) => whyNoJsonLd(document) },
}

function readMarkup({ document }: Page): Found | undefined {
  const order = readJsonLd(document)
  return order && { from: 'json-ld', order }
}

const OWN: Asked = {
  name: 'the shop’s own function',
  result: 'not asked',
  sentence: 'It replaces all others. The panel does not call it: it may do more than look.',
}

export function readAsked(page: Page): Asked[] {
  const { adapter } = page.settings
  if (typeof adapter === 'function') return [OWN]
  let won = false
  const asked = Object.entries(FINDERS).map(([name, { read, why }]): Asked => {
    const events = name === 'data-layer' ? safely(() => readEvents(page)) : undefined
    if (adapter !== 'auto' && adapter !== name)
      return { name, result: 'not asked', sentence: `The setting data-adapter names ${adapter} only.`, events }
    const found = safely(() => read(page))
    if (!found) return { name, result: 'nothing', sentence: safely(() => why(page)) ?? 'It could not be read.', events }
    const result = won ? 'found' : 'won'
    const sentence = won ? `${toSummary(found)} Not used: these two are not mixed.` : toSummary(found)
    won = true
    return { name, result, sentence, events }
  })
  return [...asked, readDom(page, won)]
}

/** Fields that the shop itself has named. They are always read, and win field by field. */
function readDom(page: Page, isFound: boolean): Asked {
  const name = 'dom'
  const named = safely(() => readNamed(page))
  if (!named) return { name, result: 'nothing', sentence: 'It could not be read.' }
  const unmatched = readUnmatched(page.settings.selectors)
  const lacking = unmatched.length ? ` The selectors of ${unmatched.join(', ')} find nothing.` : ''
  const { cart_data = {}, cart_items = [] } = readSaid('convert', { named: named.named }).body
  const said = [
    ...Object.keys(cart_data).filter((field) => field !== 'cart_item_count'),
    ...(named.email ? ['email'] : []),
    ...(cart_items.length ? [count(cart_items.length, 'item')] : []),
  ]
  if (isFound && said.length)
    return {
      name,
      result: 'won',
      sentence: `It names ${said.join(', ')}, which wins over what was found.${lacking}`,
    }
  if (cart_data.order_number !== undefined || cart_items.length)
    return { name, result: 'won', sentence: toSentence(cart_data.order_number, cart_items.length) + lacking }
  return { name, result: 'nothing', sentence: whyNoMarks(lacking) }
}

function toSummary(found: Found): string {
  const { cart_data, cart_items = [] } = readSaid('convert', {
    found: { from: found.from, order: { ...found.order } },
  }).body
  return toSentence(cart_data?.order_number, cart_items.length)
}

const toSentence = (number: string | undefined, items: number) =>
  `An order${number ? ` with the number ${number}` : ' without a number'}, ${count(items, 'item')}.`

function readEvents({ entries, settings: { convertOn, dataLayer } }: Page): Asked['events'] {
  if (!(dataLayer in globals)) return undefined
  const pushed = entries.filter((entry) => entry.pushed !== globals.digitalData) // which is not an event
  return {
    names: [...pushed].reverse().flatMap(({ said: { event } }) => (typeof event === 'string' ? [event] : [])),
    matching: pushed.filter((entry) => entry.said.event === convertOn || isEvent(entry, convertOn)).length,
  }
}

function whyNoEvent(page: Page): string {
  const { convertOn, dataLayer } = page.settings
  const events = readEvents(page)
  const name = `window.${dataLayer}`
  const w3c = 'transaction' in toFields(globals.digitalData) ? ' Nor has the transaction of window.digitalData.' : ''
  if (!events) return `The page has no ${name}.${w3c}`
  const wanted = [...new Set(['purchase', convertOn])].filter((each) => each !== undefined && each !== 'load')
  if (wanted.some((each) => each !== undefined && events.names.includes(each)))
    return `${name} has the event ${wanted.join(' or ')}, but it has neither an order number nor items.${w3c}`
  const seen = [...new Set(events.names)].slice(-8).join(', ')
  return `${name} has ${seen ? `the events ${seen}, and` : 'no event, so'} no ${wanted.join(' or ')}.${w3c}`
}

function whyNoMarks(lacking: string): string {
  const marks = [...document.querySelectorAll<HTMLElement>('[data-ringup]')].map(({ dataset }) => dataset.ringup)
  if (!marks.length) return lacking.trim() || 'The page has no element with data-ringup.'
  return `The page marks ${[...new Set(marks)].slice(0, 8).join(', ')}, but neither order_number nor a data-ringup-item.${lacking}`
}
