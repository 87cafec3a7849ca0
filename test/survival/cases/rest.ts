/** The rest of the script is missing or late, or its version differs from the proxy's. */
import { setTimeout } from 'node:timers/promises'
import { readEarlierScript } from '../../support/earlier-script.js'
import type { Storefront } from '../../support/storefront-servers.js'
import { PAGE_WITHOUT_SNIPPET, toPage } from '../../support/storefront-site.js'
import { acknowledged, type Case, queue, type Round, until } from '../round.js'

/** The time for which a stored event is left to its own page. */
const LEASE_MS = 3_000

/** The first request fails. The core of the next page sends the order, because the rest is still missing. */
async function playWithoutRest({ shop, open, newOrder, arrival }: Round): Promise<void> {
  const tab = await open()
  shop.be('wrong status', 1)
  await queue(tab, await newOrder())
  await tab.goTo(PAGE_WITHOUT_SNIPPET)
  await setTimeout(LEASE_MS)
  await tab.goTo('/')
  await arrival()
  await acknowledged(tab)
}

export const restMissing: Case = {
  name: 'the rest of the script answers 404',
  rounds: 30,
  isSmoke: true,
  async play(round) {
    round.shop.takeRestAway(404)
    await playWithoutRest(round)
  },
}

export const restBlocked: Case = {
  name: 'a policy of the page blocks the rest',
  rounds: 30,
  async play(round) {
    // The engines’ drivers need eval. It does not allow an import.
    const policy = `script-src 'unsafe-inline' 'unsafe-eval' ${round.shop.url}/ringup/ringup.js`
    round.shop.serve('/', toPage(), { 'content-security-policy': policy })
    await playWithoutRest(round)
  },
}

export const restAway: Case = {
  name: 'the proxy is away for the rest too',
  rounds: 30,
  async play({ shop, open, newOrder, arrival }) {
    const tab = await open()
    shop.takeProxyAway()
    shop.takeRestAway(502)
    await queue(tab, await newOrder())
    await tab.goTo(PAGE_WITHOUT_SNIPPET)
    shop.bringProxyBack()
    shop.bringRestBack()
    await tab.goTo('/')
    await arrival()
    await acknowledged(tab)
  },
}

export const oldCore: Case = {
  name: 'an old core meets a new proxy',
  rounds: 30,
  async play({ shop, open, newOrder, arrival }) {
    const address = '/ringup/ringup.js?earlier'
    shop.serve(address, readEarlierScript().core, { 'content-type': 'text/javascript' })
    shop.serve('/', toPage().replace('/ringup/ringup.js', address))
    const tab = await open()
    shop.be('wrong status', 1)
    await queue(tab, await newOrder())
    await arrival() // its own rest has sent it again
    await acknowledged(tab)
  },
}

const countRests = (shop: Storefront) => shop.scripts().filter((name) => name.startsWith('ringup-rest')).length

export const leftImporting: Case = {
  name: 'the page is left while it loads the rest',
  rounds: 30,
  async play({ shop, open, newOrder, arrival }) {
    shop.takeRestAway()
    const { email, cart_data } = await newOrder()
    // Without items, so the core leaves it to the rest.
    const purchase = {
      event: 'purchase',
      ecommerce: { transaction_id: cart_data.order_number, value: cart_data.cart_value / 100 },
      user_data: { email },
    }
    shop.serve('/order', toPage({ tag: 'data-convert-on="purchase"' }))
    const before = countRests(shop)
    // The order comes after load, because Firefox 153 and WebKitGTK 2.50 wait for an import before it (November 2026).
    const tab = await open('/order')
    await tab.run((purchase) => void Reflect.get(window, 'dataLayer').push(purchase), purchase)
    await until(() => countRests(shop) > before, 'The page did not request the rest.')
    await tab.goTo(PAGE_WITHOUT_SNIPPET)
    await arrival()
    // An import without an answer uses up a connection, of which Firefox allows six to a server.
    shop.cutLine()
    await shop.mendLine()
  },
}
