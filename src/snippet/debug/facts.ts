/** What there is to know at this moment. Looks at everything and changes nothing. */
import { Conversion } from '../../contract/conversion.js'
import { VERSION } from '../../contract/limits.js'
import { readEmail } from '../adapters/email.js'
import { readOrder } from '../adapters/index.js'
import { readPaths } from '../adapters/read-path.js'
import { attempt } from '../attempt.js'
import { readDecimalSign } from '../convert.js'
import { CART } from '../normalise/fields.js'
import { toConversion } from '../normalise/order.js'
import { toOrderNumber } from '../normalise/text.js'
import type { FoundOrder } from '../order.js'
import { REPEAT_MS, toKey, type Waiting } from '../outbox.js'
import { type Problem, toCode } from '../problem.js'
import { configure, settings } from '../settings.js'
import { shrink } from '../shrink.js'
import { store } from '../storage.js'
import { type Asked, readAsked } from './asked.js'
import { type FormFact, readForms } from './forms.js'
import { readSources, type Sources } from './sources.js'
import type { Heard } from './watch.js'

/** What `ringup.status()` says. */
interface Status {
  version: string
  consent: string
  storage: string
  waiting: { id: string; kind: string; ageMs: number; attempts: number; last?: string }[]
  held: number
}

export interface Facts {
  sources: Sources
  /** Undefined when the script is not there, or another has taken the name `ringup`. */
  status: Status | undefined
  /** Of the panel. */
  version: string
  /** Where events go, in full. */
  endpoint: string | undefined
  convertOn: string
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
  problems: Problem[]
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
  return withoutTrace(settings.dataLayer, () => {
    const { endpoint, convertOn, adapter } = settings
    const asked = readAsked(adapter)
    // The shop's own function is not called: it may do more than look.
    const found = typeof adapter === 'function' ? undefined : attempt(() => readOrder(adapter))
    const email = attempt(() => readEmail(found))
    const { body, problems } = found || email ? toBody(found, email) : { body: undefined, problems: [] }
    const checked = body && Conversion.safeParse(body)
    const number = attempt(() => toOrderNumber(readPaths(found, CART.order_number[0])[0]))
    return {
      sources,
      status: readStatus(),
      version: VERSION,
      endpoint: endpoint ? (attempt(() => new URL(endpoint, document.baseURI).href) ?? endpoint) : undefined,
      convertOn,
      online: navigator.onLine,
      origin: self.origin,
      asked,
      order: found && { number, acceptedAt: readAcceptedAt(number, email) },
      body,
      email,
      problems,
      misfits: checked?.error?.issues.map(({ path, code }) => `${path.join('.')} (${code})`) ?? [],
      events: asked.find(({ name }) => name === 'data-layer')?.events,
      forms: readForms(),
      heard,
    }
  })
}

function toBody(found: FoundOrder | undefined, email: string | undefined) {
  const problems: Problem[] = []
  const conversion = toConversion(found, undefined, {}, readDecimalSign, (field, code) => {
    problems.push({ field, code })
  })
  // As it travels: without what is undefined.
  const body = attempt(() => JSON.parse(JSON.stringify({ email, ...conversion })) as Waiting['body'])
  if (!body) return { body, problems }
  const event = toEvent(body)
  try {
    shrink(event)
  } catch (code) {
    problems.push({ field: 'convert()', code: toCode(code) })
  }
  return { body: event.body as Record<string, unknown>, problems }
}

/** As long as the one that `convert()` would make. */
const toEvent = (body: Waiting['body']): Waiting => ({
  id: '00000000-0000-4000-8000-000000000000',
  kind: 'convert',
  attempts: 0,
  at: Date.now(),
  signature: settings.signature,
  body,
})

/** The script makes a data layer where there is none; the panel leaves none behind. */
function withoutTrace<T>(dataLayer: string, look: () => T): T {
  const globals = window as unknown as Record<string, unknown>
  const isThere = dataLayer in globals
  try {
    return look()
  } finally {
    if (!isThere) delete globals[dataLayer]
  }
}

function readStatus(): Status | undefined {
  const { ringup } = window as unknown as { ringup?: { status?: () => Status } }
  const status = attempt(() => ringup?.status?.())
  return Array.isArray(status?.waiting) ? status : undefined
}

/** As the outbox remembers it: by a hash, of an order that was not signed. */
function readAcceptedAt(number: string | undefined, email: string | undefined): number | undefined {
  if (!number || !email) return undefined
  const at = Number(store(() => localStorage[toKey([number, email, !settings.signature])]))
  return Date.now() - at < REPEAT_MS ? at : undefined
}
