/** Which adapters were asked, what each found, and if nothing, why. */
import { choose } from '../normalise/choose/index.js'
import { readRaw } from '../normalise/index.js'
import { readMessages } from '../snippet/core/entries.js'
import { toFields } from '../snippet/core/fields.js'
import { globals } from '../snippet/core/globals.js'
import { safely } from '../snippet/core/safely.js'
import { findOrders } from '../snippet/rest/gather/find-orders.js'
import { gather, type Page } from '../snippet/rest/gather/gather-order.js'
import { readMarked, readNamed } from '../snippet/rest/gather/named.js'
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
const FINDERS: Record<string, { adapter: 'data-layer' | 'json-ld'; why: (page: Page) => string }> = {
  'data-layer': { adapter: 'data-layer', why: whyNoEvent },
  'json-ld': { adapter: 'json-ld', why: () => whyNoJsonLd(document) },
}

/** Summarises the order that this adapter alone would find. */
function readSummary({ settings, layer }: Page, adapter: 'data-layer' | 'json-ld'): string | undefined {
  const { entries = [], event } = gather({ settings: { ...settings, adapter }, layer }).raw
  const raw = { entries, ...(event && { event }) }
  if (!choose(raw).order) return undefined
  const { cart_data, cart_items = [] } = readRaw('convert', raw).body
  return toSentence(cart_data?.order_number, cart_items.length)
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
  const asked = Object.entries(FINDERS).map(([name, { adapter: own, why }]): Asked => {
    const events = name === 'data-layer' ? safely(() => readEvents(page)) : undefined
    if (adapter !== 'auto' && adapter !== name)
      return { name, result: 'not asked', sentence: `The setting data-adapter names ${adapter} only.`, events }
    const summary = safely(() => readSummary(page, own))
    if (!summary)
      return { name, result: 'nothing', sentence: safely(() => why(page)) ?? 'It could not be read.', events }
    const result = won ? 'found' : 'won'
    const sentence = won ? `${summary} Not used: these two are not mixed.` : summary
    won = true
    return { name, result, sentence, events }
  })
  return [...asked, readDom(page, won)]
}

/** Fields that the shop itself has named. They are always read, and win field by field. */
function readDom(page: Page, isFound: boolean): Asked {
  const name = 'dom'
  const shown = safely(() => ({ ...readNamed({ document, settings: page.settings }), marked: readMarked(document) }))
  if (!shown) return { name, result: 'nothing', sentence: 'It could not be read.' }
  const unmatched = readUnmatched(page.settings.selectors)
  const lacking = unmatched.length ? ` The selectors of ${unmatched.join(', ')} find nothing.` : ''
  const { cart_data = {}, cart_items = [] } = readRaw('convert', { named: shown.named, marked: shown.marked }).body
  const hasEmail = shown.named.order?.email ?? shown.marked.order?.email
  const names = [
    ...Object.keys(cart_data).filter((field) => field !== 'cart_item_count'),
    ...(hasEmail ? ['email'] : []),
    ...(cart_items.length ? [count(cart_items.length, 'item')] : []),
  ]
  if (isFound && names.length)
    return {
      name,
      result: 'won',
      sentence: `It names ${names.join(', ')}, which wins over what was found.${lacking}`,
    }
  if (cart_data.order_number !== undefined || cart_items.length)
    return { name, result: 'won', sentence: toSentence(cart_data.order_number, cart_items.length) + lacking }
  return { name, result: 'nothing', sentence: whyNoMarks(lacking) }
}

const toSentence = (number: string | undefined, items: number) =>
  `An order${number ? ` with the number ${number}` : ' without a number'}, ${count(items, 'item')}.`

function readEvents({ layer, settings: { convertOn, dataLayer } }: Page): Asked['events'] {
  if (!(dataLayer in globals)) return undefined
  const events = readMessages(layer).flatMap(({ fields: { event } }) => (typeof event === 'string' ? [event] : []))
  const named = events.filter((event) => event === convertOn).length
  return { names: events, matching: Math.max(named, findOrders(layer, convertOn).length) }
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
