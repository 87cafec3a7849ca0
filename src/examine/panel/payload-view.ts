/** The event that convert() would send now, as a section of the panel. */
import { AMOUNTS } from '../../normalise/names.js'
import type { Facts } from '../facts.js'
import { type Content, element, toDefinitions } from './element.js'

export function toPayload({ body }: Facts): Content[] {
  if (!body)
    return [element('p', { class: 'soft' }, 'Nothing: no adapter has found an order, and the page has no e-mail.')]
  const {
    email,
    cart_data: cart = {},
    cart_items: items = [],
  } = body as Record<string, Record<string, unknown>> & {
    cart_items?: Record<string, unknown>[]
  } // as toConversion() makes it
  return [
    isShortened(cart.truncated) && element('p', { class: 'soft' }, toShortened(cart.truncated)),
    toFields({ email: email ?? '—', ...cart }),
    element(
      'ol',
      { class: 'items' },
      items.slice(0, 50).map((item) => element('li', {}, toFields(item))),
    ),
    items.length > 50 && element('p', { class: 'soft' }, `… and ${items.length - 50} more.`),
    element(
      'details',
      { 'data-key': 'json' },
      element('summary', { 'data-key': 'json summary' }, 'As JSON'),
      element('pre', { tabindex: '0', 'data-key': 'json text' }, JSON.stringify(body, null, 2)),
    ),
  ]
}

const toFields = (fields: object) =>
  toDefinitions(
    Object.entries(fields).map(([name, value]) => [
      name,
      [toText(value), AMOUNTS.includes(name) && element('span', { class: 'soft' }, ` = ${toDecimal(value)}`)],
    ]),
  )

/** Each step of shortening, by its name in the cart's `truncated`. */
const STEPS = new Map([
  ['texts', 'long texts'],
  ['rows', 'rows past the fiftieth'],
])

/** A page may have a field of that name itself. */
const isShortened = (truncated: unknown): truncated is string =>
  typeof truncated === 'string' && truncated.split(',').every((step) => STEPS.has(step))

const toShortened = (truncated: string) =>
  `Over 16 KiB, so it goes without ${truncated
    .split(',')
    .map((step) => STEPS.get(step))
    .join(', ')}.`

const toText = (value: unknown) => (Array.isArray(value) ? value.join(' / ') : `${value}`)

/** 5880 is "58.80". */
const toDecimal = (cents: unknown) => (Number(cents) / 100).toFixed(2)
