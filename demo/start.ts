/** The demo: shop, proxy and reference API as HTTP servers in one process, with all they keep in one folder. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Hono } from 'hono'
import type { Client } from '../src/proxy/accept/context.js'
import { openAdmin } from '../src/proxy/operate/commands/storage.js'
import type { QueueAdmin } from '../src/proxy/queue/index.js'
import { listen } from '../src/proxy/run/listen.js'
import { readSettings, type Settings, type Started, startProxy } from '../src/proxy/run/node.js'
import { createEmulators } from '../test/support/emulators/index.js'
import { createLogFile, toEnvironment, writeEnvFile } from './environment.js'
import { createFaults, type Faults } from './faults.js'
import { createEventLog, type EventLog } from './inspector/event-log.js'
import { createInspector } from './inspector/index.js'
import { readApi, readHealth, readPlaced, readQueue } from './readers.js'
import { type Api, createApi, DEFAULT_BASE_PATH } from './reference-api/index.js'
import { createRestartable, type Switch } from './restartable.js'
import { createShop, type Shop } from './shop/index.js'
import type { Orders } from './shop/orders.js'
import { reverseProxy } from './shop/reverse-proxy.js'
import { type PageSource, readSources } from './shop/sources/index.js'

export interface DemoOptions {
  /** Where the shop listens; any free port without. */
  port?: number
  apiPort?: number
  /** Where the operator's page is. */
  operatorPort?: number
  /** The API's whole Authorization header; random without. */
  authorization?: string
  /** The folder that the build has filled. */
  built?: string
  host?: string
  /** Do the shop's pages tell the inspector what they know? Else they carry nothing that a real shop's do not. */
  pageProbe?: boolean
  /** Gets the proxy's log; by default it goes into a file of the demo's folder. */
  log?: (line: object) => void
}

export interface Demo {
  /** The sources are those that its thank-you page can speak in. */
  shop: { url: string; orders: Orders; sources: [PageSource, ...PageSource[]] }
  /** Keeps its data while it is away, as the proxy does. */
  api: Pick<Switch, 'start' | 'stop'> & { url: string; baseUrl: string; authorization: string }
  proxy: Pick<Switch, 'start' | 'stop'>
  /** The operator's page; it is away with the proxy. */
  operator: { url: string }
  /** Where the databases are, and the settings for the operator's commands. */
  folder: string
  eventLog: EventLog
  faults: Faults
  /** Closes everything and removes the folder. */
  stop(): Promise<void>
}

type Undo = () => Promise<void>

/** Options without gaps, and what is made before any server. */
type Start = Required<DemoOptions> & { folder: string; undo: Undo[]; eventLog: EventLog; webhookSecret: string }

/** @throws Error in a sentence when a port cannot be used; nothing is left running then */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'ringup-demo-'))
  const undo: Undo[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return { ...(await startServers(toStart(options, folder, undo))), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const toStart = (options: DemoOptions, folder: string, undo: Undo[]): Start => ({
  port: 0,
  apiPort: 0,
  operatorPort: 0,
  authorization: `Bearer ${randomBytes(24).toString('hex')}`,
  built: 'dist',
  host: '127.0.0.1',
  pageProbe: true,
  ...options,
  log: options.log ?? createLogFile(folder),
  folder,
  undo,
  eventLog: createEventLog(),
  webhookSecret: randomBytes(24).toString('hex'),
})

async function startServers(start: Start): Promise<Omit<Demo, 'stop'>> {
  const { folder, undo, eventLog, authorization, host } = start
  const records = openRecords(start)
  const openApi = (port: number) => listen(faults.front, { host, port, settings: { port: 'API_PORT' } })
  const api = createRestartable(openApi, start.apiPort)
  const { proxy, operator } = createProxySwitch(start, () => settings)
  const faults = createFaults({ api, proxy, fetch: records.fetch, eventLog })
  undo.push(api.stop)
  const { url } = await api.start()
  const baseUrl = url + DEFAULT_BASE_PATH

  // The proxy must know the shop's port, so the shop is first; until the proxy is there, it answers 502 for it.
  const parts: Parts = { ...start, records, proxy, operator, faults, url, baseUrl, readAdmin: () => admin }
  const { shop, sources } = await openShop(parts)
  const site = createSite(shop, parts)
  const listening = await listen(site.fetch, { host, port: start.port, settings: { port: 'PORT' } })
  undo.push(() => listening.stop())

  const environment = toEnvironment({ ...start, shopPort: listening.port, baseUrl })
  const settings = readSettings(environment)
  await writeEnvFile(folder, environment)
  undo.push(proxy.stop)
  await proxy.start()
  const admin = await openAdmin(settings)
  undo.push(admin.close)
  return {
    shop: { url: listening.url, orders: shop.orders, sources },
    api: { start: api.start, stop: api.stop, url, baseUrl, authorization },
    proxy,
    operator: { url: operator.toUrl() },
    folder,
    eventLog,
    faults,
  }
}

/** What shop and inspector are made of. */
interface Parts extends Start, ReturnType<typeof createProxySwitch> {
  records: Api
  faults: Faults
  /** The API's address, and what its clients call base_url. */
  url: string
  baseUrl: string
  /** The queue, once the proxy has been started. */
  readAdmin(): QueueAdmin
}

const LISTS = { '42': 'Newsletter' }

function openRecords({ authorization, folder, undo, eventLog }: Start) {
  const database = join(folder, 'api.db')
  const records = createApi({ authorization, database, lists: LISTS, onRequest: eventLog.recordRequest })
  undo.push(async () => records.close())
  return records
}

/** The proxy, which has its ports again each time it is started. */
function createProxySwitch({ built, log }: Start, toSettings: () => Settings) {
  const files = { snippetFile: join(built, 'ringup.js'), pageFolder: pathToFileURL(`${built}/`) }
  let adminUrl = ''
  const open = async (port: number): Promise<Started> => {
    const settings = toSettings()
    const adminPort = adminUrl ? Number(new URL(adminUrl).port) : settings.adminPort
    const started = await startProxy({ ...settings, port, adminPort }, { ...files, log })
    adminUrl = started.adminUrl
    return started
  }
  return { proxy: createRestartable(open, 0), operator: { toUrl: () => adminUrl } }
}

async function openShop({ proxy, operator, baseUrl, records, ...start }: Parts) {
  const { built, authorization, eventLog, webhookSecret: secret, pageProbe } = start
  const sources = readSources(await readFile(join(built, 'ringup.js'), 'utf8'))
  const api = { baseUrl, authorization, fetch: records.fetch }
  const webhook = { toUrl: () => proxy.running()?.url, secret, onSend: eventLog.recordWebhook }
  const shop = createShop({ api, webhook }, sources, { pageProbe, toOperatorUrl: operator.toUrl })
  return { shop, sources }
}

function openInspector({ orders }: Shop, { proxy, operator, faults, readAdmin, ...parts }: Parts): Hono {
  const { built, eventLog, records, url, baseUrl, authorization } = parts
  const readers = {
    fault: faults.read,
    placed: () => readPlaced(orders, eventLog.shown()),
    journeys: eventLog.journeys,
    queue: () => readQueue(readAdmin()),
    health: () => readHealth(proxy.running()?.adminUrl),
    api: () => readApi(records, baseUrl, authorization),
    lists: LISTS,
  }
  const links = { api: `${url}/docs`, toOperator: operator.toUrl }
  const sendNow: QueueAdmin['send'] = (id) => readAdmin().send(id)
  return createInspector({ eventLog, readers, faults, sendNow, files: join(built, 'demo'), links })
}

/** One origin for the shopper: the shop's pages, the proxy under /ringup, and what is the demo's own. */
function createSite(shop: Shop, parts: Parts) {
  const { proxy, operator, faults, eventLog } = parts
  const isCut = () => faults.read().line === 'cut'
  const toProxyUrl = () => proxy.running()?.url
  const site = new Hono<{ Bindings: Client }>({ strict: false }) // /inspector/ is /inspector
  site.all('/ringup/*', reverseProxy({ toProxyUrl, isCut, onCall: eventLog.recordCall })) // matches /ringup too
  site.route('/inspector', openInspector(shop, parts))
  site.route('/emulators', createEmulators())
  site.get('/setup', (c) => c.redirect(`${operator.toUrl()}/setup`))
  site.all('*', (c) => shop.app.fetch(c.req.raw))
  return site
}
