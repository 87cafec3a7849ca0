/** The proxy's server and its process, which can be killed and started again. */
import { EventEmitter } from 'node:events'
import type { IncomingEvent, Line, Log } from '../../src/proxy/index.js'
import type { Entry, QueueAdmin, RefusedReport } from '../../src/proxy/queue/index.js'
import type { Store } from '../../src/proxy/queue/store/index.js'
import type { Service } from '../../src/proxy/service.js'
import type { Settings } from '../../src/proxy/settings.js'
import { toUsualBounds } from '../support/bounds.js'
import { createSettings, ORIGIN } from '../support/proxy.js'
import { API_KEY, API_URL, type Api, type ApiRequest, toListName } from './api.js'
import type { Actor, Clock, Device } from './clock.js'
import type { ProxyCode } from './code.js'
import { createDisk, type Disk, never } from './disk.js'
import { type Envelope, type History, readEnvelope, toThing } from './history.js'
import type { Answer, Link, Message } from './network.js'
import type { Random } from './random.js'

export interface Server {
  device: Device
  disk: Disk
  /** The process that listens, if there is one. */
  process: { actor: Actor; take(message: Message): Promise<Answer> } | undefined
  start(): void
  kill(): void
  /** SIGTERM. */
  stop(): void
  /** Stores an event that no page of the simulator sends: of the shop's platform, or of a stranger. */
  accept(event: IncomingEvent): void
  refuse(report: RefusedReport): void
  /** The rows of the ledger. */
  list(state: Entry['state']): Promise<Entry[]>
}

export interface ServerParts {
  clock: Clock
  random: Random
  history: History
  link: Link
  api: Api
  code: ProxyCode
  store: Store
  /** The operator's queue in the same database. */
  admin: Pick<QueueAdmin, 'list'>
}

const LATE_MS = 10_000
/** Less often than a real proxy, because each check is a step of the clock. The check ends a wait after the clock was set. */
const POLL_MS = 60_000

export function createServer(parts: ServerParts): Server {
  const { clock, random, history, link, api, code, store, admin } = parts
  const device: Device = { skewMs: 0 }
  const world: Actor = { device, state: 'running' }
  const disk = createDisk(store, die)
  const server: Server = { device, disk, process: undefined, start, kill, stop, accept, refuse, list }
  let latest: Actor | undefined
  let running: Service | undefined
  let isStopping = false
  /** Starts after the stopping process has ended. */
  let isWanted = false

  function start() {
    isWanted = isStopping
    if (latest && latest.state !== 'dead') return
    const actor: Actor = { device, state: 'running' }
    latest = actor
    isStopping = false
    // No process accepts requests until this one listens.
    clock.after(actor, random.whole(50, 500), () => void run(actor).catch(() => die(actor)))
  }

  async function run(actor: Actor) {
    const settings = createSettings({ ...SETTINGS, apiAuthorization: API_KEY })
    const log: Log = (line) => history.add({ what: 'log', ...toShort(line) })
    const defer = (action: () => void, waitMs: number) => clock.after(actor, waitMs, action)
    const seal = code.createSeal(settings.keys)
    const service = await code.createService({
      store: { open: (log) => code.openIn(disk.storeOf(actor), { seal, log, defer, most: BOUNDS }) },
      callApi: (request) => call(actor, request),
      defer,
      pollMs: POLL_MS,
      files: { served: [] },
      settings,
      log,
    })
    server.process = { actor, take: (message) => take(actor, service, message) }
    running = service
    service.start()
  }

  function die(actor: Actor) {
    if (actor.state === 'dead') return
    actor.state = 'dead'
    history.add({ what: 'proxy gone' })
    if (server.process?.actor === actor) server.process = undefined
    isStopping = false
    if (isWanted) start()
  }

  function kill() {
    if (latest) die(latest)
  }

  function stop() {
    const { process } = server
    if (!process) return
    isStopping = true
    const end = () => die(process.actor)
    clock.after(process.actor, LATE_MS, end)
    clock.after(process.actor, 0, () => running?.stop().then(end))
  }

  async function take(actor: Actor, { handle }: Service, { body, isCut, address }: Message): Promise<Answer> {
    const envelope = isCut ? undefined : readEnvelope(body)
    const event = envelope && toIdentity(envelope)
    // Also for an event without acknowledgement, because a killed proxy may have stored it.
    history.add({ what: 'arrived', ...event, ...(envelope ? toTimes(envelope.age) : { note: 'half of it' }) })
    const headers = { origin: ORIGIN, 'content-type': 'text/plain;charset=UTF-8' }
    const request = new Request('http://proxy.example/ringup', { method: 'POST', headers })
    const incoming = toIncoming(clock, actor, body, isCut) as never // the only used part of a Readable
    const response = await handle(request, { body: incoming, address })
    if (actor.state === 'dead') return never()
    const what = response.status === 202 ? 'acknowledged' : 'refused'
    history.add({ what, ...event, ...toTimes(envelope?.age), status: response.status })
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
  }

  function toTimes(ageMs = 0) {
    const proxyMs = clock.now() + device.skewMs
    return { proxyMs, occurredMs: proxyMs - ageMs }
  }

  function accept(event: IncomingEvent) {
    const { signed, ageMs } = event
    const about = { ...toIdentity(event as Envelope), signed } // an order of `acts.ts`
    history.add({ what: 'arrived', ...about, ...toTimes(ageMs) })
    inProcess(async ({ queue, forwarder }, actor) => {
      const isStored = await queue.accept(event).then(() => true, () => false) // biome-ignore format: one line
      if (actor.state === 'dead') return
      history.add({
        what: isStored ? 'acknowledged' : 'refused',
        ...about,
        ...toTimes(ageMs),
        status: isStored ? 202 : 503,
      })
      forwarder.wake()
    })
  }

  function refuse(report: RefusedReport) {
    inProcess(({ queue }) => queue.refuse(report).catch(() => {}))
  }

  /** Runs the act as a task of the process that listens. */
  function inProcess(run: (service: Service, actor: Actor) => unknown) {
    const { process } = server
    const service = running
    if (process && service && !isStopping) clock.after(process.actor, 0, () => run(service, process.actor))
  }

  async function list(state: Entry['state']): Promise<Entry[]> {
    const entries: Entry[] = []
    for await (const entry of admin.list({ state })) entries.push(entry)
    return entries
  }

  async function call(actor: Actor, request: ApiRequest) {
    const id = String(request.headers['idempotency-key'])
    history.add({ what: 'asked', id, ...toThingOf(request), ...toTimes() })
    try {
      return await send(actor, request, id)
    } catch (error) {
      if (actor.state === 'dead') return never()
      history.add({ what: 'no answer', id })
      throw error
    }
  }

  async function send(actor: Actor, request: ApiRequest, id: string) {
    const late = new Promise<never>((_resolve, reject) => {
      clock.after(actor, LATE_MS, () => reject(new Error('No whole answer in time.')))
    })
    const receiver = { actor: world, take: () => api.take(request) }
    const answer = await Promise.race([link.carry({ actor, outlives: false }, request.body, () => receiver), late])
    if (actor.state === 'dead') return never()
    if (answer.isCut) throw new Error('Half an answer.')
    const { status, headers, text } = answer
    const isPage = headers['content-type'] === 'text/html'
    history.add({ what: 'api answer', id, status, ...(isPage && { note: A_PAGE }) })
    return { status, contentType: headers['content-type'] ?? '', retryAfter: headers['retry-after'], text }
  }

  return server
}

/** Another server in place of the API does not take events, with any status. */
export const A_PAGE = 'a page'

const SETTINGS: Partial<Settings> = { apiUrl: API_URL }
/** Little room, so that a flood can fill it. A network has three events of a full queue. */
const BOUNDS = toUsualBounds({ queueEvents: 800 })

/** The customer and the order or sign-up of a request to the API. */
function toThingOf({ url, body }: ApiRequest) {
  const list = /lists\/(\d+)/.exec(url)?.[1]
  const event = {
    body: JSON.parse(body),
    kind: list ? 'addToList' : 'convert',
    ...(list && { list: toListName(list) }),
  }
  return { thing: toThing(event), customer: event.body.email }
}

const toIdentity = (envelope: Envelope) => {
  const { id, kind, list, body } = envelope
  return { id, thing: toThing(envelope), customer: body.email, kind, ...(list !== undefined && { list }) }
}

/** The events of Node's request that the proxy uses. */
function toIncoming(clock: Clock, actor: Actor, body: string, isCut: boolean) {
  const incoming = Object.assign(new EventEmitter(), { destroyed: false, pause() {} })
  clock.after(actor, 1, () => {
    incoming.emit('data', Buffer.from(isCut ? body.slice(0, body.length / 2) : body))
    incoming.emit(isCut ? 'close' : 'end')
  })
  return incoming
}

function toShort({ event, ...line }: Line) {
  return { ...line, note: event }
}
