/** One shop for each engine: an API that can be in trouble, the proxy, a web server, a browser; and what was reported to it. */
import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { newEmail } from '../support/api.js'
import { newOrder, type newSignUp, ORIGIN } from '../support/proxy.js'
import { serve } from '../support/servers.js'
import { createSite, type Site } from '../support/storefront-site.js'
import { startTroubledApi, type Trouble, type TroubledApi } from '../support/troubled-api.js'
import { openShop, type Shopper } from './browser.js'
import { ENGINES, type Engine } from './engines.js'

export type Event = ReturnType<typeof newOrder> | ReturnType<typeof newSignUp>

export interface Shop {
  name: string
  api: TroubledApi
  engine: Engine
  site: Site
  shopper: Shopper
  /** The size of the database before the first event. */
  emptyBytes: number
  /** The events that were answered with 202, by id. */
  accepted: Map<string, Event>
  /** Orders that pages have reported, by number: the snippet promises each, whatever it was answered. */
  ofPages: string[]
  /** How often it met which fault. */
  met: Map<string, number>
  beInTrouble(trouble: Trouble): void
  /** Makes an order of a customer who has a session. @param note travels along */
  newOrder(note?: string): Promise<ReturnType<typeof newOrder>>
  stop(): Promise<void>
}

/** A note for which the API refuses an order. */
export const POISON = 'what the API refuses'
/** Some 2 KB, as a cart has. */
const ITEMS = Array.from({ length: 8 }, (_, index) => ({
  product_id: `mug-${index}`,
  name: `Mug number ${index}, stoneware`,
  price: 1999,
  description: 'Thrown and glazed by hand, 300 ml, and no two of them alike. '.repeat(3),
}))

export async function startShop(name: string, browser: Browser): Promise<Shop> {
  const api = await startTroubledApi()
  const { handle, connect, storefront: site } = createSite()
  const server = await serve(handle)
  // A browser has the script in its cache when the proxy is away.
  site.serve('/ringup/ringup.js', readFileSync('dist/ringup.js', 'utf8'), { 'content-type': 'text/javascript' })
  const start = ENGINES[name]
  if (!start) throw new Error(`The engine ${name} does not exist.`)
  const engine = await start({ apiUrl: api.baseUrl, origins: `${ORIGIN},${server.url}` })
  connect(() => engine.proxy.url)
  const beInTrouble = (trouble: Trouble) =>
    api.be((body) => (body.includes(POISON) && trouble === 'none' ? { status: 422 } : trouble))
  beInTrouble('none')
  return {
    name,
    api,
    engine,
    site,
    shopper: await openShop(browser, server.url),
    emptyBytes: await engine.databaseBytes(),
    accepted: new Map(),
    ofPages: [],
    met: new Map(),
    beInTrouble,
    async newOrder(note) {
      const email = newEmail()
      await api.newCustomer(email)
      const order = newOrder({ email, cart_items: ITEMS })
      return note ? { ...order, body: { ...order.body, cart_data: { ...order.body.cart_data, note } } } : order
    },
    async stop() {
      await engine.proxy.terminate()
      server.stop()
      await api.stop()
      await engine.remove()
    },
  }
}
