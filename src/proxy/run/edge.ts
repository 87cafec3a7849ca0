/**
 * The proxy on Cloudflare: a Worker that serves the script, and passes events to one Durable Object.
 *
 * `Operator` has the functions of the commands. It cannot be reached by HTTP. Only Workers of the same account that are
 * bound to it by name can call it.
 */
import { DurableObject, WorkerEntrypoint } from 'cloudflare:workers'
import { toTestNumber } from '../../contract/test-order.js'
import { answerWith } from '../accept/answer.js'
import type { ObjectNamespace } from '../cloudflare.js'
import { MINUTE_MS } from '../duration.js'
import { createProxy, type RequestHandler } from '../index.js'
import { type Log, pickFields, toLevel } from '../log/line.js'
import { createRequestLog } from '../log/request-log.js'
import type { PageFiles } from '../operate/page/parts.js'
import type { ColumnNames } from '../operate/read-orders.js'
import { placeTestOrder } from '../operate/test-order.js'
import { QueueFullError, type Search } from '../queue/index.js'
import { type BuiltScript, toScriptFiles } from '../script-files.js'
import { readSettings, type Settings, SettingsError } from '../settings.js'
import { createObject, type RingupObject } from './object.js'

/** The built script. See src/build/edge.mjs. */
declare const SNIPPET: BuiltScript

/** Script and style sheet of the operator's page. */
declare const PAGE: PageFiles | null

/** The settings as variables and secrets, and the binding of the object. */
interface Env {
  RINGUP: ObjectNamespace<Ringup>
  [name: string]: unknown
}

const log: Log = (line) => {
  const level = toLevel(line)
  console[level](JSON.stringify({ level, time: new Date().toISOString(), ...pickFields(line) }))
}

/** Logs a sentence for the developer who deploys the Worker, each time, because `wrangler tail` shows only new lines. */
const tell = (error: unknown) => console.error(error instanceof Error ? error.message : String(error))

/** @throws SettingsError */
function readEdgeSettings(env: Env): Settings {
  // A variable may be written as JSON. Other bindings, such as the object, are not settings.
  const texts = Object.entries(env).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : name.startsWith('RINGUP_') ? [[name, JSON.stringify(value)]] : [],
  )
  // Cloudflare names the client's address. `X-Forwarded-For` may be forged.
  return { ...readSettings(Object.fromEntries(texts)), trustedHops: 0 }
}

let proxy: RequestHandler | undefined

/**
 * Opens the proxy. All checks run near the shopper, so refused requests cost the object nothing. Only accepted events
 * are passed to it.
 */
function openProxy(env: Env): RequestHandler {
  if (proxy) return proxy
  const settings = readEdgeSettings(env)
  proxy = createProxy(settings, {
    log,
    files: toScriptFiles(SNIPPET, settings).files,
    onAnswered: createRequestLog(log, false).onAnswered,
    onAccepted: () => {}, // the object's own alarm does this
    queue: {
      async accept(event) {
        const outcome = await ask(env, 'accept', event)
        if (outcome === 'queue_full') throw new QueueFullError()
        return outcome
      },
      refuse: (report) => ask(env, 'refuse', report),
    },
  })
  return proxy
}

type Values<Name extends keyof RingupObject> = Parameters<RingupObject[Name]>
type Result<Name extends keyof RingupObject> = Awaited<ReturnType<RingupObject[Name]>>

/** The object of the shop. */
const toObject = ({ RINGUP }: Env) => RINGUP.get(RINGUP.idFromName('ringup'))

/** Calls a method of the object. */
const ask = <Name extends keyof RingupObject>(env: Env, name: Name, ...values: Values<Name>) =>
  toObject(env).ask(name, ...values)

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    try {
      // Cloudflare sets this header, whatever a client has sent.
      return await openProxy(env)(request, { address: request.headers.get('cf-connecting-ip') ?? undefined })
    } catch (error) {
      if (error instanceof SettingsError) tell(error)
      else log({ event: 'failed', reason: String(error) })
      return answerWith({ code: 'unavailable' })
    }
  },
}

/** The object in which events wait, and from which they are sent. */
export class Ringup extends DurableObject<Env> {
  private object: Promise<RingupObject> | undefined

  /** @throws Error in a sentence, after logging it */
  private async open() {
    try {
      const settings = readEdgeSettings(this.env)
      const { files: _, ...snippet } = toScriptFiles(SNIPPET, settings)
      const about = { snippet, pageFiles: PAGE ?? undefined }
      this.object ??= createObject({ storage: this.ctx.storage, settings, log, ...about })
      return await this.object
    } catch (error) {
      this.object = undefined
      tell(error)
      throw error
    }
  }

  /** Calls a method of the object for a Worker. */
  async ask<Name extends keyof RingupObject>(name: Name, ...values: Values<Name>): Promise<Result<Name>> {
    const object: object = await this.open()
    return (object as Record<Name, (...values: Values<Name>) => Result<Name>>)[name](...values) // it has the type's methods
  }

  async alarm() {
    try {
      await (await this.open()).alarm()
    } catch (error) {
      log({ event: 'failed', reason: String(error) })
      await this.ctx.storage.setAlarm(Date.now() + MINUTE_MS) // waiting events stay there, perhaps for other settings
    }
  }

  /** The operator's page. */
  async fetch(request: Request): Promise<Response> {
    return (await this.open()).page(request)
  }
}

/** The functions that a service binding with `entrypoint: "Operator"` may call. Its page has all other acts. */
export class Operator extends WorkerEntrypoint<Env> {
  /** Serves the operator's page. Its user must type RINGUP_ADMIN_TOKEN. */
  async fetch(request: Request): Promise<Response> {
    return toObject(this.env).fetch(request)
  }

  /** Returns the JSON of `/health`. */
  async health() {
    return ask(this.env, 'health')
  }

  /** Finds an order or event: a sentence for each event of it, or a sentence about other places. */
  async find(which: Search) {
    return ask(this.env, 'find', which)
  }

  /**
   * Sends a test order the whole way. The API never converts it. @returns a sentence; `find` shows its
   * state
   */
  async testOrder() {
    const settings = readEdgeSettings(this.env)
    const { event, stopped } = await placeTestOrder(settings, 'https://localhost', openProxy(this.env))
    const number = toTestNumber(event.id)
    return stopped ?? `The proxy has accepted the test order ${number}. find shows its state.`
  }

  /**
   * Compares the shop's own order export, CSV with a header row.
   *
   * @returns lines: each order that is not delivered, and the sum
   */
  async reconcile(csv: string, columns: ColumnNames = {}) {
    return ask(this.env, 'reconcile', csv, columns)
  }

  /** Deletes all data of a customer. @returns the number of events and records */
  async erase(email: string) {
    return ask(this.env, 'erase', email)
  }
}
