/** The demo: shop, proxy and reference API as three HTTP servers in one process. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { Client } from '../src/proxy/accept/context.js'
import { openAdmin } from '../src/proxy/operate/commands/storage.js'
import type { Listed, QueueAdmin } from '../src/proxy/queue/index.js'
import { listen } from '../src/proxy/run/listen.js'
import { readSettings, type Settings, startProxy } from '../src/proxy/run/node.js'
import { createEmulators } from '../test/support/emulators/index.js'
import { createFaults, type Faults } from './faults.js'
import { createEventLog, type EventLog } from './inspector/event-log.js'
import { createInspector } from './inspector/index.js'
import type { ApiData, Health, Readers } from './inspector/state.js'
import { type Api, createApi, DEFAULT_BASE_PATH } from './reference-api/index.js'
import { createRestartable, type Switch } from './restartable.js'
import { createShop } from './shop/index.js'
import { type Orders, toExpected } from './shop/orders.js'
import { reverseProxy } from './shop/reverse-proxy.js'
import { type PageSource, readSources } from './shop/sources/index.js'

export interface DemoOptions {
  /** Of the shop; 0 is any free one. */
  port?: number
  apiPort?: number
  /** The API's whole Authorization header; random without. */
  authorization?: string
  /** Files that the build leaves in dist. */
  snippetFile?: string
  inspectorFile?: string
  inspectorStyleFile?: string
  setupFile?: string
  pageProbeFile?: string
  host?: string
  /** Do the shop's pages tell the inspector what they know? Else they carry nothing that a real shop's do not. */
  pageProbe?: boolean
  /** Gets the proxy's log; by default it goes to the standard output. */
  log?: (line: object) => void
}

export interface Demo {
  /** The sources are those that its thank-you page can speak in. */
  shop: { url: string; orders: Orders; sources: [PageSource, ...PageSource[]] }
  /** Keeps its data while it is away, as the proxy does. */
  api: Pick<Switch, 'start' | 'stop'> & { url: string; baseUrl: string; authorization: string }
  proxy: Pick<Switch, 'start' | 'stop'>
  eventLog: EventLog
  faults: Faults
  /** Closes everything and removes the databases. */
  stop(): Promise<void>
}

type Undo = () => Promise<void>

/** @throws Error in a sentence when a port cannot be used; nothing is left running then */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'ringup-demo-'))
  const undo: Undo[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return { ...(await startServers(options, folder, undo)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startServers(options: DemoOptions, folder: string, undo: Undo[]): Promise<Omit<Demo, 'stop'>> {
  const { host = '127.0.0.1', port = 4000, log } = options
  const { authorization = `Bearer ${randomBytes(24).toString('hex')}` } = options
  const { setupFile = join('dist', 'setup.html') } = options
  const { snippetFile = join('dist', 'ringup.js') } = options
  const { inspectorFile = join('dist', 'demo', 'inspector.js') } = options
  const { inspectorStyleFile = join('dist', 'demo', 'inspector.css') } = options
  const { pageProbeFile = join('dist', 'demo', 'page-probe.js') } = options
  const eventLog = createEventLog()
  const sources = readSources(await readFile(snippetFile, 'utf8'))

  const records = createApi({
    authorization,
    database: join(folder, 'api.db'),
    lists: LISTS,
    onRequest: eventLog.recordRequest,
  })
  undo.push(async () => records.close())
  const api = createRestartable((apiPort) => listen(faults.front, { host, port: apiPort }), options.apiPort ?? 4001)
  const proxy = createRestartable(
    (samePort) => startProxy({ ...settings, port: samePort }, { snippetFile, ...(log && { log }) }),
    0,
  )
  const faults = createFaults({ api, proxy, fetch: records.fetch, eventLog })
  undo.push(api.stop)
  const { url } = await api.start()
  const baseUrl = url + DEFAULT_BASE_PATH

  // The proxy must know the shop's port, so the shop is first; until the proxy is there, it answers 502 for it.
  const toProxyUrl = () => proxy.running()?.url
  const isCut = () => faults.read().line === 'cut'
  const toProxy = reverseProxy({ toProxyUrl, isCut, onCall: eventLog.recordCall })
  const { pageProbe = true } = options
  const webhook = { toUrl: toProxyUrl, secret: randomBytes(24).toString('hex'), onSend: eventLog.recordWebhook }
  const shop = createShop({ api: { baseUrl, authorization, fetch: records.fetch }, webhook }, sources, pageProbe)
  const readers: Readers = {
    fault: faults.read,
    placed: () =>
      shop.orders.all().map((order) => ({
        number: order.number,
        expected: toExpected(order),
        shown: eventLog.shown().has(order.number),
      })),
    journeys: eventLog.journeys,
    queue: () => readQueue(admin),
    health: async () => readHealth(proxy.running()?.adminUrl),
    api: () => readApi(records, baseUrl, authorization),
    lists: LISTS,
  }
  const inspector = createInspector({
    eventLog,
    readers,
    faults,
    sendNow: (id) => admin.send(id),
    scriptFile: inspectorFile,
    styleFile: inspectorStyleFile,
    pageProbeFile,
    apiUrl: url,
  })
  const site = createSite(shop.app, toProxy, inspector, setupFile)
  const listening = await listen(site.fetch, { host, port })
  undo.push(() => listening.stop())

  const settings = {
    ...toSettings(listening.port, baseUrl, authorization, folder),
    wooCommerceSecrets: [webhook.secret],
  }
  undo.push(proxy.stop)
  await proxy.start()
  const admin = await openAdmin(settings)
  undo.push(admin.close)
  return {
    shop: { url: listening.url, orders: shop.orders, sources },
    api: { start: api.start, stop: api.stop, url, baseUrl, authorization },
    proxy,
    eventLog,
    faults,
  }
}

const LISTS = { '42': 'Newsletter' }

async function readQueue(admin: QueueAdmin) {
  const events: (Pick<Listed, 'id' | 'state' | 'attempts'> & { reason: Listed['reason'] | undefined })[] = []
  for await (const { id, state, reason, attempts } of admin.list()) events.push({ id, state, reason, attempts })
  return events
}

/** Straight from the reference API, whatever fault stands before it. */
async function readApi(api: Api, baseUrl: string, authorization: string): Promise<ApiData> {
  const read = async (name: keyof ApiData) => {
    const answer = await api.fetch(new Request(`${baseUrl}/${name}/`, { headers: { authorization } }))
    return (await answer.json()) as Partial<ApiData> // it is ours, so its own types are taken at their word
  }
  // Conversions first: what comes in between is in the sessions as well, and only not counted yet.
  const { conversions = [] } = await read('conversions')
  const [{ sessions = [] }, { customers = [] }] = [await read('sessions'), await read('customers')]
  return { conversions, sessions, customers }
}

async function readHealth(adminUrl: string | undefined): Promise<Health | null> {
  if (!adminUrl) return null
  const answer = await fetch(`${adminUrl}/health`).catch(() => undefined) // it may just be stopping
  return answer ? ((await answer.json()) as Health) : null
}

/** One origin for the shopper: the shop's pages, the proxy under /ringup, and what is the demo's own. */
function createSite(shop: Hono, toProxy: ReturnType<typeof reverseProxy>, inspector: Hono, setupFile: string) {
  const site = new Hono<{ Bindings: Client }>({ strict: false }) // /inspector/ is /inspector
  site.all('/ringup/*', toProxy) // matches /ringup too
  site.route('/inspector', inspector)
  site.route('/emulators', createEmulators())
  site.get('/setup', async (c) => c.html(await readFile(setupFile, 'utf8')))
  site.all('*', (c) => shop.fetch(c.req.raw))
  return site
}

/** As an operator would set them. The key is for this start only, as is all that it encrypts. */
const toSettings = (shopPort: number, baseUrl: string, authorization: string, folder: string): Settings =>
  readSettings({
    RINGUP_API_URL: baseUrl,
    RINGUP_API_AUTHORIZATION: authorization,
    RINGUP_ORIGINS: `http://localhost:${shopPort},http://127.0.0.1:${shopPort}`,
    RINGUP_LISTS: JSON.stringify({ newsletter: { id: '42', fields: '*' } }),
    RINGUP_DATABASE: join(folder, 'proxy.db'),
    RINGUP_KEY: randomBytes(32).toString('base64'),
    PORT: '0',
    RINGUP_ADMIN_PORT: '0',
    RINGUP_ALLOW_OPAQUE_ORIGIN: '1', // for the Shopify pixel in its sandboxed frame
    RINGUP_FORWARD_DELAY: '0', // to be watched
    RINGUP_RATE_PER_IP: '3000', // every shopper of the demo has this machine's address
  })
