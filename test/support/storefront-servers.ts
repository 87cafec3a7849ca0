/**
 * A shop of bare pages for the delivery promises. Its pages report to the real proxy and the real reference API. A gate between page
 * and proxy lets a test stop the proxy, make it slow, or lose its answers.
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startApi } from '../../demo/reference-api/start.js'
import type { Settings } from '../../src/proxy/settings.js'
import { createClient } from './api.js'
import { readEarlierScript } from './earlier-script.js'
import { PLAIN_HTTP_HOST } from './plain-http.js'
import { API_KEY, newFolder } from './proxy.js'
import { createApi } from './read-api.js'
import { openProxy, serve } from './servers.js'
import { createSite, type TestOrder } from './storefront-site.js'

export type Servers = Awaited<ReturnType<typeof startServers>>
export type Storefront = Servers['storefront']

/** @param settings of the proxy in addition to the usual ones */
export async function startServers(more: Partial<Settings> = {}) {
  const api = await startApi({ authorization: API_KEY, port: 0, lists: { '42': 'Newsletter' } })
  let proxyUrl = ''
  const site = createSite(() => proxyUrl)
  const { url, port, goAway, comeBack } = await serve(site.handle)
  const scripts = newFolder()
  const { rest } = readEarlierScript()
  writeFileSync(join(scripts.path, rest.name), rest.code)
  const proxy = await openProxy(
    {
      apiUrl: api.baseUrl,
      origins: [url, `http://${PLAIN_HTTP_HOST}:${port}`],
      lists: new Map([['newsletter', { id: '42', fields: '*' }]]),
      scripts: scripts.path,
      ...more,
    },
    { snippetFile: join('dist', 'ringup.js'), pageFolder: pathToFileURL(`${resolve('dist')}/`) },
  )
  proxyUrl = proxy.url
  const client = createClient(api.baseUrl, API_KEY)
  /** Begins a session of this customer, as a shop does at checkout. */
  const beginSession = async (email: string) => void (await client.post('sessions/', { email }))
  return {
    storefront: {
      ...site.storefront,
      url,
      /** An order of a new customer, who has a session. */
      newOrder: createOrders(beginSession),
      beginSession,
      /** Closes all connections to the shop and refuses new ones. */
      cutLine: () => void goAway(),
      mendLine: comeBack,
    },
    api: createApi({ baseUrl: api.baseUrl, authorization: API_KEY }),
    /** The address of the operator's page. */
    adminUrl: proxy.adminUrl,
    async stop() {
      await goAway()
      await proxy.remove()
      scripts.remove()
      await api.stop()
    },
  }
}

/** Each order has its own customer, so limits per customer do not apply. */
function createOrders(beginSession: (email: string) => Promise<void>) {
  let count = 0
  return async ({ items } = { items: 1 }): Promise<TestOrder> => {
    count += 1
    const email = `shopper-${count}@example.com`
    await beginSession(email)
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
