/** The contract's schema, and the lists that the settings have. */
import { Event } from '../../contract/event.js'
import type { Settings } from '../settings.js'
import type { Guard, RequestContext } from './context.js'
import { cleanText } from './text.js'

export function createShapeCheck({ lists }: Settings): Guard {
  return (context) => {
    cleanBody(context)
    const kept = dropItemsWithoutProduct(context)
    const parsed = Event.safeParse(context.json)
    if (!parsed.success) {
      const fields = new Set(parsed.error.issues.flatMap((issue) => toFields(issue, kept)))
      return { code: 'shape', ...(fields.size > 0 && { fields: [...fields].slice(0, 20) }) }
    }
    const event = parsed.data
    if (event.kind === 'addToList' && !lists.has(event.list)) return { code: 'unknown_list', fields: ['list'] }
    context.event = event
    return undefined
  }
}

/** The envelope has nothing but our own words, and the e-mail is refused with a control in it. */
function cleanBody({ json, ignored }: RequestContext) {
  const body = read(json, 'body')
  const email = read(body, 'email')
  cleanText(body, (name) => ignored.push(name))
  if (email !== undefined) Reflect.set(Object(body), 'email', email)
}

const MISSING: unknown[] = [undefined, null, '']

/**
 * The API refuses a whole order for one item without `product_id`; the order matters more than the item.
 *
 * @returns the places, as they were sent, of the items that are left
 */
function dropItemsWithoutProduct(context: RequestContext): number[] {
  const items = read(read(context.json, 'body'), 'cart_items')
  if (!Array.isArray(items)) return []
  const kept = [...items.keys()].filter((place) => {
    const known = typeof items[place] !== 'object' || !MISSING.includes(read(items[place], 'product_id'))
    if (!known) context.ignored.push(`cart_items.${place}`)
    return known
  })
  items.splice(0, items.length, ...kept.map((place) => items[place]))
  return kept
}

function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** Items are named by the place they were sent at. None when the event as a whole is no object. */
function toFields(issue: { path: PropertyKey[]; keys?: string[] }, kept: number[]): string[] {
  const isPlace = (at: number) => at === 2 && issue.path[0] === 'body' && issue.path[1] === 'cart_items'
  const path = issue.path.map((name, at) => (isPlace(at) ? (kept[Number(name)] ?? name) : name)).join('.')
  if (issue.keys) return issue.keys.map((key) => (path ? `${path}.${key}` : key))
  return path ? [path] : []
}
