/** Which adapters were asked, what each found, and if nothing, why. */
import { readLayer } from '../adapters/data-layer.js'
import { readOrder } from '../adapters/index.js'
import { readJsonLd } from '../adapters/json-ld.js'
import { readPaths } from '../adapters/read-path.js'
import { attempt, parse } from '../attempt.js'
import { CART, ITEMS } from '../normalise/fields.js'
import type { FoundOrder } from '../order.js'
import { type Settings, settings } from '../settings.js'

export interface Asked {
  name: string
  /** `found` by a later one, too, which then does not count. */
  result: 'won' | 'found' | 'nothing' | 'not asked'
  sentence: string
  /** Of the data layer: names of its events from its beginning, and how many are the one that converts. */
  events?: { names: string[]; matching: number } | undefined
}

/** In the order in which they are asked. */
const WHY: Record<string, () => string> = { 'data-layer': whyNoEvent, 'json-ld': whyNoJsonLd, dom: whyNoMarks }

const OWN: Asked = {
  name: 'the shop’s own function',
  result: 'not asked',
  sentence: 'It is asked instead of all others. The panel does not call it: it may do more than look.',
}

/** @param adapter the one that is set; all of them when it is none of these */
export function readAsked(adapter: Settings['adapter']): Asked[] {
  if (typeof adapter === 'function') return [OWN]
  let won = false
  return Object.entries(WHY).map(([name, why]): Asked => {
    const events = name === 'data-layer' ? attempt(readEvents) : undefined
    if (Object.hasOwn(WHY, adapter) && adapter !== name)
      return { name, result: 'not asked', sentence: `The setting data-adapter names ${adapter} only.`, events }
    const found = attempt(() => readOrder(name))
    if (!found) return { name, result: 'nothing', sentence: attempt(why) ?? 'It could not be read.', events }
    const result = won ? 'found' : 'won'
    const sentence = won ? `${toSummary(found)} Not used: nothing is mixed.` : toSummary(found)
    won = true
    return { name, result, sentence, events }
  })
}

function toSummary(found: FoundOrder): string {
  const number = attempt(() => `${readPaths(found, CART.order_number[0])[0] ?? ''}`)
  const items = readPaths(found, ITEMS).flat().length
  return `An order${number ? ` with the number ${number}` : ' without a number'}, ${count(items, 'item')}.`
}

/** "1 item", "2 items". */
export const count = (many: number, one: string) => `${many} ${one}${many === 1 ? '' : 's'}`

function readEvents(): Asked['events'] {
  if (!(settings.dataLayer in window)) return undefined
  const names = readLayer()
    .flatMap(({ event }) => (typeof event === 'string' ? [event] : []))
    .reverse()
  return { names, matching: names.filter((name) => name === settings.convertOn).length }
}

function whyNoEvent(): string {
  const events = readEvents()
  const name = `window.${settings.dataLayer}`
  if (!events) return `There is no ${name}.`
  const wanted = [...new Set(['purchase', settings.convertOn])].filter((each) => each && each !== 'load')
  if (wanted.some((each) => events.names.includes(each)))
    return `${name} has the event ${wanted.join(' or ')}, but it has neither an order number nor items.`
  const seen = [...new Set(events.names)].slice(-8).join(', ')
  return `${name} has ${seen ? `the events ${seen}, and` : 'no event, so'} no ${wanted.join(' or ')}.`
}

function whyNoJsonLd(): string {
  const blocks = [...document.querySelectorAll('[type="application/ld+json"]')].map(({ textContent }) => textContent)
  if (!blocks.length) return 'The page has no JSON-LD.'
  if (readJsonLd().length) return 'The Order in the page’s JSON-LD has neither an orderNumber nor items.'
  const data = blocks.map((text) => parse(text))
  const broken = data.filter((each) => each === undefined).length
  const types = data.flatMap((each) => [each, each?.['@graph']].flat(2)).flatMap((each) => each?.['@type'] ?? [])
  return [
    `${count(blocks.length, 'block')} of JSON-LD, no Order`,
    types.length ? ` (but ${[...new Set(types)].slice(0, 8).join(', ')})` : '',
    broken ? `; ${broken} of them no valid JSON` : '',
    '.',
  ].join('')
}

function whyNoMarks(): string {
  const marks = [...document.querySelectorAll<HTMLElement>('[data-ringup]')].map(({ dataset }) => dataset.ringup)
  if (!marks.length) return 'The page has no element with data-ringup.'
  return `The page marks ${[...new Set(marks)].slice(0, 8).join(', ')}, but neither order_number nor a data-ringup-item.`
}
