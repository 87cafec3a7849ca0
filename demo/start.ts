/** The demo: shop, proxy and reference API as three HTTP servers in one process. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Handler, Hono } from 'hono'
import { listen } from '../src/proxy/listen.js'
import { readSettings, type Settings, startProxy } from '../src/proxy/node.js'
import { startApi } from './api/start.js'
import { createInspector } from './inspector/index.js'
import { createJournal, type Journal } from './inspector/journal.js'
import { createShop } from './shop/index.js'
import type { Orders } from './shop/orders.js'
import { passThrough } from './shop/pass-through.js'
import { createSwitch, type Switch } from './switch.js'

export interface DemoOptions {
  /** Of the shop; 0 is any free one. */
  port?: number
  apiPort?: number
  /** The API's whole Authorization header; random without. */
  authorization?: string
  /** Files that the build leaves in dist. */
  snippetFile?: string
  inspectorFile?: string
  setupFile?: string
  host?: string
  /** Gets the proxy's log; by default it goes to the standard output. */
  log?: (line: object) => void
}

export interface Demo {
  shop: { url: string; orders: Orders }
  /** Keeps its data while it is away, as the proxy does. */
  api: Pick<Switch, 'start' | 'stop'> & { url: string; baseUrl: string; authorization: string }
  proxy: Pick<Switch, 'start' | 'stop'>
  journal: Journal
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
  const { snippetFile = join('dist', 'ringup.js'), inspectorFile = join('dist', 'demo', 'inspector.js') } = options
  const { setupFile = join('dist', 'setup.html') } = options
  const journal = createJournal()

  const api = createApiSwitch(options.apiPort ?? 4001, { host, authorization, folder, journal })
  undo.push(api.stop)
  const { url, baseUrl } = await api.start()

  // The proxy must know the shop's port, so the shop is first; until the proxy is there, it answers 502 for it.
  const toProxy = passThrough(() => proxy.running()?.url, journal.recordCall)
  const shop = createShop({ baseUrl, authorization })
  const site = createSite(shop.app, toProxy, createInspector(journal, inspectorFile), setupFile)
  const proxy = createSwitch((samePort) => startProxy({ ...settings, port: samePort }, { snippetFile, log }), 0)
  const listening = await listen(site.fetch, { host, port })
  undo.push(() => listening.stop())

  const settings = toSettings(listening.port, baseUrl, authorization, folder)
  undo.push(proxy.stop)
  await proxy.start()
  return {
    shop: { url: listening.url, orders: shop.orders },
    api: { start: api.start, stop: api.stop, url, baseUrl, authorization },
    proxy,
    journal,
  }
}

interface ApiParts {
  host: string
  authorization: string
  folder: string
  journal: Journal
}

const createApiSwitch = (apiPort: number, { host, authorization, folder, journal }: ApiParts) =>
  createSwitch(
    (port) =>
      startApi({
        host,
        port,
        authorization,
        database: join(folder, 'api.db'),
        lists: { '42': 'Newsletter' },
        onRequest: journal.recordRequest,
      }),
    apiPort,
  )

/** One origin for the shopper: the shop's pages, the proxy under /ringup, the inspector, and the set-up page. */
function createSite(shop: Hono, toProxy: Handler, inspector: Hono, setupFile: string): Hono {
  const site = new Hono({ strict: false }) // /inspector/ is /inspector
  site.all('/ringup/*', toProxy) // matches /ringup too
  site.route('/inspector', inspector)
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
    RINGUP_RATE_PER_IP: '3000', // every shopper of the demo has this machine's address
  })
