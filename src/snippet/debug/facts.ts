/** What there is to know at this moment. Looks at everything and changes nothing. */
import { Conversion } from '../../contract/conversion.js'
import type { Event } from '../../contract/event.js'
import { MAX_EVENT_BYTES, VERSION } from '../../contract/limits.js'
import { toMark, wasAccepted } from '../accepted-orders.js'
import { isOrder } from '../adapters/found-order.js'
import { readPage } from '../adapters/index.js'
import { toPayload } from '../convert.js'
import { toIdentity, type WaitingEvent } from '../event.js'
import { toFields } from '../fields.js'
import { globals } from '../globals.js'
import type { Payload } from '../payload.js'
import type { Problem } from '../problem.js'
import { parseJson, safely } from '../safely.js'
import { configure, settings } from '../settings.js'
import { shrink } from '../shrink.js'
import { ACCEPTED_KEY, readStored, writeStored } from '../storage.js'
import type { RingupStatus } from '../window.js'
import { type Asked, readAsked } from './asked.js'
import { type FormFact, readForms } from './forms.js'
import { huntEmail } from './hunt-email.js'
import { readSources, type Sources } from './sources.js'
import { readUnread } from './unread.js'
import type { Heard } from './watch.js'

export interface Facts {
  sources: Sources
  /** Undefined when the script is not there, or another has taken the name `ringup`. */
  status: RingupStatus | undefined
  /** Of the panel. */
  version: string
  /** Where events go, in full. */
  endpoint: string | undefined
  convertOn: string | undefined
  online: boolean
  /** Of the page; `null` in a sandboxed frame. */
  origin: string
  asked: Asked[]
  /** The order of the adapter that has won. */
  order:
    | {
        number: string | undefined
        /** When this browser had it accepted, in milliseconds since 1970. */
        acceptedAt: number | undefined
      }
    | undefined
  /** What `convert()` would send now; undefined when nothing was found. */
  body: Record<string, unknown> | undefined
  email: string | undefined
  /** Values of `data-email` that lead to an address, where none was found by itself. */
  emailPlaces: string[]
  problems: Problem[]
  /** What stands where a field could not be read, by the field's name. */
  unread: Record<string, string>
  /** The fields of the body that the contract does not take, with the reason. */
  misfits: string[]
  /** The names of the data layer's events that `convertOn` waits for, and how many of them have come. */
  events: { names: string[]; matching: number } | undefined
  forms: FormFact[]
  heard: Heard
}

/** @param folder where the panel came from */
export function readFacts(folder: string, heard: Heard): Facts {
  const sources = readSources(folder)
  // Those of the panel's own copy of the adapters.
  configure({ ...sources.values, endpoint: sources.values.endpoint ?? '' })
  const { endpoint, convertOn, adapter } = settings
  const asked = readAsked(adapter)
  // The shop's own function is not called: it may do more than look.
  const page = typeof adapter === 'function' ? undefined : safely(readPage)
  const payload = toPayload(page, [], [])
  const { email } = payload.body
  const { body, event, problems } = toShown(payload)
  const hasOrder = page !== undefined && isOrder(page)
  const isAnything = hasOrder || email !== undefined
  const checked = Conversion.safeParse(body)
  const number = toFields(body.cart_data).order_number
  return {
    sources,
    status: readStatus(),
    version: VERSION,
    endpoint: endpoint ? (safely(() => new URL(endpoint, document.baseURI).href) ?? endpoint) : undefined,
    convertOn,
    online: navigator.onLine,
    origin: self.origin,
    asked,
    order: hasOrder
      ? { number: typeof number === 'string' ? number : undefined, acceptedAt: readAcceptedAt(event) }
      : undefined,
    body: isAnything ? body : undefined,
    email,
    emailPlaces:
      email === undefined && (hasOrder || convertOn !== undefined) ? (safely(() => huntEmail(page)) ?? []) : [],
    problems,
    unread: readUnread(page, problems),
    misfits: isAnything ? (checked.error?.issues ?? []).map(({ path, code }) => `${path.join('.')} (${code})`) : [],
    events: asked.find(({ name }) => name === 'data-layer')?.events,
    forms: readForms(),
    heard,
  }
}

/** As it would travel: shortened where it is too long. */
function toShown({ body, problems, signature }: Payload) {
  const { email, ...rest } = body
  const event: WaitingEvent = {
    id: '00000000-0000-4000-8000-000000000000', // as long as any
    kind: 'convert',
    at: Date.now(),
    signature,
    body: { ...(email !== undefined && { email }), ...rest } as Event['body'], // perhaps without its e-mail, which is said beside it
  }
  const { bytes } = shrink(event)
  const tooLarge = bytes > MAX_EVENT_BYTES ? [{ field: 'convert()', code: 'too_large' }] : []
  const shown: Record<string, unknown> = { ...event.body }
  return { body: shown, event, problems: [...problems, ...tooLarge] }
}

/** Any script may put something else in its place. */
function readStatus(): RingupStatus | undefined {
  const status: unknown = safely(() => Object(globals.ringup).status?.())
  return isStatus(status) ? status : undefined
}

const isStatus = (status: unknown): status is RingupStatus => Array.isArray(toFields(status).waiting)

/** The setting as it stands on a tag. */
export const toEmailLine = (place: string) => `data-email='${place}'`.replaceAll("'", place.includes('"') ? "'" : '"')

/** The page's order may be sent again, for a test. False when it was not remembered, or cannot be forgotten. */
export function forgetOrder(): boolean {
  const page = safely(readPage)
  const { event } = toShown(toPayload(page, [], []))
  const identity = event.body.email ? toIdentity(event) : undefined
  if (identity === undefined || !wasAccepted(identity)) return false
  const { salt, marks } = toFields(parseJson(readStored(ACCEPTED_KEY)))
  const { [toMark(salt, identity)]: _, ...rest } = toFields(marks)
  return writeStored(ACCEPTED_KEY, JSON.stringify({ salt, marks: rest }))
}

/** As this browser remembers it, in milliseconds since 1970. */
function readAcceptedAt(event: WaitingEvent): number | undefined {
  const identity = event.body.email ? toIdentity(event) : undefined
  if (identity === undefined || !wasAccepted(identity)) return undefined
  const { salt, marks } = toFields(parseJson(readStored(ACCEPTED_KEY)))
  return Number(toFields(marks)[toMark(salt, identity)])
}
