/**
 * Reads the event: turns the page's data into the API's own fields, and checks data that is already read. Checks the
 * list against the settings.
 */
import * as z from 'zod/mini'
import { Contact } from '../../contract/contact.js'
import { Conversion } from '../../contract/conversion.js'
import { Event, SaidEvent } from '../../contract/event.js'
import type { Said } from '../../contract/said.js'
import { findSimilar } from '../../contract/similar.js'
import { limitAdditional } from '../../normalise/contact.js'
import { readSaid } from '../../normalise/index.js'
import { limitProblems } from '../../normalise/problems.js'
import type { Problem } from '../problem.js'
import type { RefusedReason } from '../queue/index.js'
import type { Settings } from '../settings.js'
import type { Guard, RequestContext } from './context.js'
import { cleanTree } from './text.js'

export function createShapeCheck({ lists }: Settings): Guard {
  return (context) => {
    const problem = read(context.json, 'v') === 2 ? checkSaid(context) : checkRead(context)
    const { event, report } = context
    const list = event?.kind === 'addToList' ? event.list : report?.kind === 'addToList' ? report.list : undefined
    if (list === undefined || lists.has(list)) return problem
    delete context.report
    const meant = findSimilar(list, [...lists.keys()])
    return { code: 'unknown_list', fields: ['list'], ...(meant !== undefined && { meant }) }
  }
}

function checkSaid(context: RequestContext): Problem | undefined {
  const parsed = SaidEvent.safeParse(context.json)
  if (!parsed.success) return toShape(parsed.error)
  const { said, ...envelope } = parsed.data
  const { body, problems, itemPlaces } = readSaid(envelope.kind, said)
  context.problems.push(...problems)
  if (itemPlaces) context.itemPlaces = itemPlaces
  const reason = findReason(said, body)
  if (reason) return toRefused(context, { ...envelope, reason }, body)
  const checked = (envelope.kind === 'convert' ? Conversion : Contact).safeParse(body)
  if (!checked.success) return toShape(checked.error)
  context.event = { ...envelope, v: 1, body: checked.data } as Event // of the kind that was checked
  return undefined
}

/**
 * Names the reason for a report without an order. A page knows whether it has no order or no number. Otherwise the
 * report may lack its customer.
 */
function findReason(said: Said, { email }: { email?: string | undefined }): RefusedReason | undefined {
  const isOf = (field: string, code: RefusedReason) =>
    said.problems?.some((problem) => problem.field === field && problem.code === code)
  if (isOf('order_number', 'no_order_number')) return 'no_order_number'
  if (isOf('order', 'no_order')) return 'no_order'
  return email === undefined ? 'no_email' : undefined
}

const FIELDS: Record<RefusedReason, string> = { no_email: 'email', no_order: 'order', no_order_number: 'order_number' }

/** Refuses the report. Leaves it in the context to be stored, without its customer. */
function toRefused(
  context: RequestContext,
  envelope: Refused,
  { email: _email, ...order }: object & { email?: unknown },
): Problem {
  const { id, age: ageMs, reason } = envelope
  if (envelope.kind === 'addToList') context.report = { id, kind: envelope.kind, list: envelope.list, ageMs, reason }
  else {
    const checked = OrderOnly.safeParse(order)
    context.report = { id, kind: envelope.kind, ageMs, reason, ...(checked.success && { order: checked.data }) }
  }
  return { code: reason, fields: [FIELDS[reason]], problems: context.problems }
}

type Envelope = { [K in SaidEvent['kind']]: Omit<Extract<SaidEvent, { kind: K }>, 'said'> }[SaidEvent['kind']]
type Refused = Envelope & { reason: RefusedReason }
const OrderOnly = z.omit(Conversion, { email: true })

function checkRead(context: RequestContext): Problem | undefined {
  cleanBody(context)
  context.itemPlaces = dropItemsWithoutProduct(context)
  const parsed = Event.safeParse(context.json)
  if (!parsed.success) return toShape(parsed.error, context.itemPlaces)
  const event = parsed.data
  if (event.kind === 'addToList') {
    const { fields, problems } = limitAdditional(event.body)
    event.body = fields as Contact // of fields that the schema has checked
    context.problems.push(...limitProblems(problems))
  }
  context.event = event
  return undefined
}

/**
 * Cleans the body only. The envelope contains only our own words, and an e-mail with a control character is refused.
 */
function cleanBody({ json, ignored }: RequestContext) {
  const body = read(json, 'body')
  const email = read(body, 'email')
  cleanTree(body, (name) => ignored.push(name))
  if (email !== undefined) Reflect.set(Object(body), 'email', email)
}

const MISSING: unknown[] = [undefined, null, '']

/**
 * Removes items without `product_id`. The API refuses a whole order for one of them, and the order matters more than
 * the item.
 *
 * @returns the places of the remaining items in the request
 */
function dropItemsWithoutProduct({ json, problems }: RequestContext): number[] {
  const items = read(read(json, 'body'), 'cart_items')
  if (!Array.isArray(items)) return []
  const kept = [...items.keys()].filter((place) => {
    const known = typeof items[place] !== 'object' || !MISSING.includes(read(items[place], 'product_id'))
    if (!known) problems.push({ field: `cart_items.${place}`, code: 'no_product_id' })
    return known
  })
  items.splice(0, items.length, ...kept.map((place) => items[place]))
  return kept
}

function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function toShape(error: z.core.$ZodError, kept: number[] = []): Problem {
  const fields = new Set(error.issues.flatMap((issue) => toFields(issue, kept)))
  return { code: 'shape', ...(fields.size > 0 && { fields: [...fields].slice(0, 20) }) }
}

/**
 * Names the fields of a schema's issue. Items are named by their place in the request. The list is empty if the event
 * as a whole is not an object.
 */
function toFields(issue: { path: PropertyKey[]; keys?: string[] }, kept: number[]): string[] {
  const isPlace = (at: number) => at === 2 && issue.path[0] === 'body' && issue.path[1] === 'cart_items'
  const path = issue.path.map((name, at) => (isPlace(at) ? (kept[Number(name)] ?? name) : name)).join('.')
  if (issue.keys) return issue.keys.map((key) => (path ? `${path}.${key}` : key))
  return path ? [path] : []
}
