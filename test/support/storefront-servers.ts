/**
 * A shop of bare pages for the delivery promises. Behind its pages are the real proxy and the real reference API, and in
 * between a gate, so that a test can take the proxy away, make it slow, or lose its answers.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startApi } from '../../demo/reference-api/start.js'
import { readSettings, startProxy } from '../../src/proxy/run/node.js'
import { createClient } from './api.js'
import { PLAIN_HTTP_HOST } from './plain-http.js'
import { type Api, createApi } from './read-api.js'
import { createSite, type Site, type TestOrder } from './storefront-site.js'

const AUTHORIZATION = 'Token storefront'

export interface Storefront extends Site {
  url: string
  /** An order of a new customer, who has a session. */
  newOrder(cart?: { items: number }): Promise<TestOrder>
  /** Nobody reaches the shop: its connections end, and new ones are refused. */
  cutLine(): void
  mendLine(): Promise<void>
}

export interface Servers {
  storefront: Storefront
  api: Api
  stop(): Promise<void>
}

export async function startServers(variables: Record<string, string> = {}): Promise<Servers> {
  const folder = await mkdtemp(join(tmpdir(), 'ringup-storefront-'))
  const api = await startApi({ authorization: AUTHORIZATION, port: 0, lists: { '42': 'Newsletter' } })
  const site = createSite()
  const server = createServer(site.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // of a listening TCP server
  const url = `http://127.0.0.1:${port}`
  const proxy = await startProxy(
    readSettings({
      RINGUP_API_URL: api.baseUrl,
      RINGUP_API_AUTHORIZATION: AUTHORIZATION,
      RINGUP_ORIGINS: `${url},http://${PLAIN_HTTP_HOST}:${port}`,
      RINGUP_LISTS: JSON.stringify({ newsletter: { id: '42', fields: '*' } }),
      RINGUP_DATABASE: join(folder, 'proxy.db'),
      RINGUP_PLAINTEXT: '1',
      RINGUP_RATE_PER_IP: '100000', // every shopper of a test has this machine's address
      RINGUP_RATE_TOTAL: '100000',
      RINGUP_FORWARD_DELAY: '0',
      RINGUP_ADMIN_PORT: '0',
      PORT: '0',
      ...variables,
    }),
    { snippetFile: join('dist', 'ringup.js'), pageFolder: pathToFileURL(`${resolve('dist')}/`), log: () => {} },
  )
  site.connect(proxy.url)
  return {
    storefront: {
      ...site.storefront,
      url,
      newOrder: createOrders(api.baseUrl),
      cutLine() {
        server.close()
        server.closeAllConnections()
      },
      async mendLine() {
        server.listen(port, '127.0.0.1')
        await once(server, 'listening')
      },
    },
    api: createApi({ baseUrl: api.baseUrl, authorization: AUTHORIZATION }),
    async stop() {
      server.closeAllConnections()
      server.close()
      await proxy.stop()
      await api.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Each order is of a customer of its own, so no limit per customer has a say. */
function createOrders(apiUrl: string): Storefront['newOrder'] {
  const client = createClient(apiUrl, AUTHORIZATION)
  let count = 0
  return async ({ items } = { items: 1 }) => {
    count += 1
    const email = `shopper-${count}@example.com`
    await client.post('sessions/', { email })
    return {
      email,
      cart_data: { order_number: `A-${count}`, cart_value: 1999 * items },
      cart_items: Array.from({ length: items }, (_, index) => toItem(index)),
    }
  }
}

const toItem = (index: number) => ({
  product_id: `mug-${index}`,
  name: `Mug number ${index}, stoneware`,
  price: 1999,
  item_qty: 1,
  description: 'Thrown and glazed by hand, 300 ml, and no two of them alike. '.repeat(3),
  category: ['Kitchen', 'Mugs'],
  product_url: `https://shop.example/products/mug-${index}`,
  image_url: `https://shop.example/pictures/mug-${index}.jpg`,
})
