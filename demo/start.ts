/** The demo: shop, proxy and reference API as HTTP servers in one process. One folder has all their data. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Hono } from 'hono'
import type { Client } from '../src/proxy/accept/context.js'
import { openAdmin } from '../src/proxy/operate/commands/storage.js'
import type { QueueAdmin } from '../src/proxy/queue/index.js'
import { listen } from '../src/proxy/run/listen.js'
import { readSettings, type Settings, type Started, startProxy } from '../src/proxy/run/node.js'
import { createLogFile, toEnvironment, writeEnvFile } from './environment.js'
import { createFaults, type Faults } from './faults.js'
import { createInspector } from './inspector/index.js'
import { type DemoState, readApi, readState } from './inspector/state.js'
import { type Api, type ApiRequest, createApi, DEFAULT_BASE_PATH } from './reference-api/index.js'
import { createRestartable } from './restartable.js'
import { createShop, type Shop } from './shop/index.js'
import type { Orders } from './shop/orders.js'
import { reverseProxy } from './shop/reverse-proxy.js'

export interface DemoOptions {
  /** The port of the shop. The default of each port is a free one. */
  port?: number
  apiPort?: number
  /** The port of the operator's page. */
  operatorPort?: number
  /** The whole Authorization header of the API. The default is random. */
  authorization?: string
  /** The folder of the build. */
  built?: string
  host?: string
  /** Gets the proxy's log. The default is a file in the demo's folder. */
  log?: (line: object) => void
}

export interface Demo {
  shop: { url: string; orders: Orders }
  api: { url: string; baseUrl: string; authorization: string }
  /** The operator's page. It is away with the proxy. */
  operator: { url: string }
  /** The folder of the databases and of the settings for the operator's commands. */
  folder: string
  /** Stops and starts API and proxy. Both keep their data. */
  faults: Faults
  readState(): Promise<DemoState>
  /** Closes everything and removes the folder. */
  stop(): Promise<void>
}

type Undo = () => Promise<void>

/** All options, and the values that are made before any server. */
type Start = Required<DemoOptions> & { folder: string; undo: Undo[] }

/** @throws Error in a sentence if a port cannot be used. No server keeps running then. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'ringup-demo-'))
  const undo: Undo[] = [() => rm(folder, { recursive: true, force: true })]
  const stopAll = async () => {
    for (const step of undo.reverse()) await step()
  }
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= stopAll())
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
  ...options,
  log: options.log ?? createLogFile(folder),
  folder,
  undo,
})

async function startServers(start: Start): Promise<Omit<Demo, 'stop'>> {
  const { folder, undo, authorization, host } = start
  const { records, requests } = openRecords(start)
  const openApi = (port: number) => listen(faults.front, { host, port, settings: { port: 'API_PORT' } })
  const api = createRestartable(openApi, start.apiPort)
  const writePort = (port: number) => writeEnvFile(folder, { ...environment, PORT: String(port) })
  const { proxy, toOperatorUrl } = createProxySwitch(start, () => settings, writePort)
  const faults = createFaults({ api, proxy, fetch: records.fetch })
  undo.push(api.stop)
  const { url } = await api.start()
  const baseUrl = url + DEFAULT_BASE_PATH
  const shop = createShop({ baseUrl, authorization, fetch: records.fetch }, toOperatorUrl)
  const readAll = () =>
    readState({
      orders: shop.orders,
      ledger: admin,
      readApi: () => readApi(records, baseUrl, authorization),
      requests,
      readHealth: async () => (await proxy.running()?.readHealth()) ?? null,
      readFault: faults.read,
    })

  // The shop starts first, because the proxy's settings need its port. It answers 502 for the proxy until then.
  const parts = { ...start, shop, proxy, toOperatorUrl, faults, url, readState: readAll, readAdmin: () => admin }
  const listening = await listen(createSite(parts).fetch, { host, port: start.port, settings: { port: 'PORT' } })
  undo.push(() => listening.stop())

  const environment = toEnvironment({ ...start, shopPort: listening.port, baseUrl })
  const settings = readSettings(environment)
  undo.push(proxy.stop)
  await proxy.start()
  const admin = await openAdmin(settings)
  undo.push(admin.close)
  undo.push(() => faults.change({})) // waits for a server that is starting or stopping
  return {
    shop: { url: listening.url, orders: shop.orders },
    api: { url, baseUrl, authorization },
    operator: { url: toOperatorUrl() },
    folder,
    faults,
    readState: readAll,
  }
}

const LISTS = { '42': 'Newsletter' }
const MAX_REQUESTS = 200

/** Opens the API's records. `requests` has the latest request of each event. */
function openRecords({ authorization, folder, undo }: Start) {
  const requests = new Map<string, ApiRequest>()
  const onRequest = (request: ApiRequest) => {
    requests.set(request.idempotencyKey ?? '', request)
    const [oldest] = requests.keys()
    if (oldest !== undefined && requests.size > MAX_REQUESTS) requests.delete(oldest)
  }
  const records: Api = createApi({ authorization, database: join(folder, 'api.db'), lists: LISTS, onRequest })
  undo.push(async () => records.close())
  return { records, requests }
}

/** The proxy. Each start has another port, which the operator's commands read. The operator's page keeps its port. */
function createProxySwitch({ built, log }: Start, toSettings: () => Settings, onPort: (port: number) => Promise<void>) {
  const files = { snippetFile: join(built, 'ringup.js'), pageFolder: pathToFileURL(`${resolve(built)}/`) }
  let adminUrl = ''
  const open = async (): Promise<Started> => {
    const settings = toSettings()
    const adminPort = adminUrl ? Number(new URL(adminUrl).port) : settings.adminPort
    const started = await startProxy({ ...settings, adminPort }, { ...files, log })
    adminUrl = started.adminUrl
    await onPort(started.port)
    return started
  }
  return { proxy: createRestartable(open, 0), toOperatorUrl: () => adminUrl }
}

/** The parts of the shop's origin. */
interface Parts extends Start, ReturnType<typeof createProxySwitch>, Pick<Demo, 'faults' | 'readState'> {
  shop: Shop
  /** The API's address. */
  url: string
  /** The ledger, once the proxy was started. */
  readAdmin(): QueueAdmin
}

/** One origin for the shopper: the shop's pages, the proxy under /ringup, and the inspector. */
function createSite({ shop, proxy, toOperatorUrl, faults, url, built, readState, readAdmin }: Parts) {
  const isCut = () => faults.read().line === 'cut'
  const links = { api: `${url}/openapi.json`, toOperator: toOperatorUrl }
  const sendNow: QueueAdmin['send'] = (id) => readAdmin().send(id)
  const site = new Hono<{ Bindings: Client }>({ strict: false }) // /inspector/ is /inspector
  site.all('/ringup/*', reverseProxy({ toProxyUrl: () => proxy.running()?.url, isCut })) // matches /ringup too
  site.route('/inspector', createInspector({ readState, faults, sendNow, files: join(built, 'demo'), links }))
  site.get('/setup', (c) => c.redirect(`${toOperatorUrl()}/setup`))
  site.all('*', (c) => shop.app.fetch(c.req.raw))
  return site
}
