/**
 * Reads the event: turns the page's data into the API's own fields, and checks data that is already read. Checks the
 * list against the settings.
 */
import type * as z from 'zod/mini'
import { Contact } from '../../contract/contact.js'
import { Conversion } from '../../contract/conversion.js'
import { Event, RawEvent } from '../../contract/event.js'
import { MAX_AGE_MS } from '../../contract/limits.js'
import type { Raw } from '../../contract/raw.js'
import { findSimilar } from '../../contract/similar.js'
import { limitAdditional } from '../../normalise/contact.js'
import { type Read, readRaw } from '../../normalise/index.js'
import { limitProblems } from '../../normalise/problems.js'
import type { Problem } from '../problem.js'
import type { RefusedReason } from '../queue/index.js'
import type { Settings } from '../settings.js'
import type { Guard, RequestContext } from './context.js'
import { cleanTree } from './text.js'

export function createShapeCheck({ lists }: Settings): Guard {
  return (context) => {
    const version = read(context.json, 'v')
    if (version === 1 && !context.fromServer) return { code: 'shape', fields: ['v'] } // only a back end sends the API's own fields
    const problem = version === 3 ? checkRaw(context) : checkPayload(context)
    const { event, report } = context
    const list = event?.kind === 'addToList' ? event.list : report?.kind === 'addToList' ? report.list : undefined
    if (list === undefined || lists.has(list)) return problem
    delete context.report
    const similar = findSimilar(list, [...lists.keys()])
    return { code: 'unknown_list', fields: ['list'], ...(similar !== undefined && { meant: similar }) }
  }
}

function checkRaw(context: RequestContext): Problem | undefined {
  dropSignature(context)
  const result = RawEvent.safeParse(context.json)
  if (!result.success) return toShape(result.error)
  const { raw, ...envelope } = result.data
  const reading = readRaw(envelope.kind, raw)
  const { body, problems, itemPlaces } = reading
  context.problems.push(...problems)
  if (itemPlaces) context.itemPlaces = itemPlaces
  const reason = isCurrent(reading) ? findReason(raw, reading) : 'not_current'
  if (reason) return refuse(context, { ...envelope, reason }, body)
  const payload = (envelope.kind === 'convert' ? Conversion : Contact).safeParse(body)
  if (!payload.success) return toShape(payload.error)
  context.event = { ...envelope, v: 1, body: payload.data } as Event // of the kind that was checked
  return undefined
}

/** Leaves out a signature that is not text. It is a developer's mistake, and the event counts as unsigned. */
function dropSignature({ json, problems }: RequestContext): void {
  const signature = read(json, 'signature')
  if (signature === undefined || typeof signature === 'string') return
  Reflect.deleteProperty(Object(json), 'signature')
  problems.push({ field: 'signature', code: 'unreadable' })
}

/** An order of the page does not count if it was cancelled or returned, or if its own date is too old. */
const isCurrent = ({ isCancelled, orderedAt }: Read<'convert' | 'addToList'>): boolean =>
  !isCancelled && !(orderedAt !== undefined && Date.now() - orderedAt > MAX_AGE_MS)

/**
 * Names the reason for a report without an order. A page knows whether it has no order or no number. The reader may
 * find no order in what the page has gathered. Otherwise the report may lack its customer.
 */
function findReason(raw: Raw, { body, problems }: Read<'convert' | 'addToList'>): RefusedReason | undefined {
  const { email, cart_data }: Partial<Conversion> = body
  const isOf = (field: string, code: RefusedReason) =>
    cart_data?.order_number === undefined &&
    raw.problems?.some((problem) => problem.field === field && problem.code === code)
  if (isOf('order_number', 'no_order_number')) return 'no_order_number'
  if (isOf('order', 'no_order') || (!raw.passed && problems.some(({ code }) => code === 'no_cart'))) return 'no_order'
  return email === undefined ? 'no_email' : undefined
}

const FIELDS: Record<RefusedReason, string> = {
  no_email: 'email',
  no_order: 'order',
  no_order_number: 'order_number',
  not_current: 'order',
}

/** Refuses the report. Leaves it in the context to be stored, without its customer. */
function refuse(
  context: RequestContext,
  envelope: ReportEnvelope,
  { email: _email, ...order }: object & { email?: unknown },
): Problem {
  const { id, age: ageMs, reason } = envelope
  if (envelope.kind === 'addToList') context.report = { id, kind: envelope.kind, list: envelope.list, ageMs, reason }
  else {
    const number = Object(Object(order).cart_data).order_number
    context.report = { id, kind: envelope.kind, ageMs, reason, ...(typeof number === 'string' && { number }) }
  }
  return { code: reason, fields: [FIELDS[reason]], problems: context.problems }
}

type Envelope = { [K in RawEvent['kind']]: Omit<Extract<RawEvent, { kind: K }>, 'raw'> }[RawEvent['kind']]
type ReportEnvelope = Envelope & { reason: RefusedReason }

function checkPayload(context: RequestContext): Problem | undefined {
  cleanBody(context)
  context.itemPlaces = dropItemsWithoutProduct(context)
  const result = Event.safeParse(context.json)
  if (!result.success) return toShape(result.error, context.itemPlaces)
  const event = result.data
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
  const places = [...items.keys()].filter((place) => {
    const hasProduct = typeof items[place] !== 'object' || !MISSING.includes(read(items[place], 'product_id'))
    if (!hasProduct) problems.push({ field: `cart_items.${place}`, code: 'no_product_id' })
    return hasProduct
  })
  items.splice(0, items.length, ...places.map((place) => items[place]))
  return places
}

function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function toShape(error: z.core.$ZodError, places: number[] = []): Problem {
  const fields = new Set(error.issues.flatMap((issue) => toFields(issue, places)))
  return { code: 'shape', ...(fields.size > 0 && { fields: [...fields].slice(0, 20) }) }
}

/**
 * Names the fields of a schema's issue. Items are named by their place in the request. The list is empty if the event
 * as a whole is not an object.
 */
function toFields(issue: { path: PropertyKey[]; keys?: string[] }, places: number[]): string[] {
  const isPlace = (at: number) => at === 2 && issue.path[0] === 'body' && issue.path[1] === 'cart_items'
  const path = issue.path.map((name, at) => (isPlace(at) ? (places[Number(name)] ?? name) : name)).join('.')
  if (issue.keys) return issue.keys.map((key) => (path ? `${path}.${key}` : key))
  return path ? [path] : []
}
