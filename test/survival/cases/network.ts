/** Faults between page and proxy. */
import { KEEPER, STUB } from '../../../src/recipes/stub.js'
import { PAGE_WITHOUT_SNIPPET, toPage } from '../../support/storefront-site.js'
import { acknowledged, type Case, convertAndGo, flush, queue } from '../round.js'

export const busy: Case = {
  name: 'the proxy answers 503 once',
  rounds: 30,
  async play({ shop, open, newOrder, arrival }) {
    const tab = await open()
    // If an earlier page was closed without an answer, this page retries its order first. That request must not get the 503.
    await flush(tab)
    await acknowledged(tab)
    shop.be('wrong status', 1)
    await queue(tab, await newOrder())
    await arrival()
  },
}

export const offline: Case = {
  name: 'the browser is offline, then online again',
  rounds: 30,
  async play({ open, goOffline, goOnline, newOrder, arrival }) {
    const tab = await open()
    await goOffline()
    await queue(tab, await newOrder())
    await goOnline()
    await arrival()
  },
}

export const proxyAway: Case = {
  name: 'the proxy is away until the next page',
  rounds: 30,
  isSmoke: true,
  async play({ shop, open, newOrder, arrival }) {
    const tab = await open()
    shop.takeProxyAway()
    await queue(tab, await newOrder())
    await tab.goTo(PAGE_WITHOUT_SNIPPET)
    shop.bringProxyBack()
    await tab.goTo('/')
    await arrival()
  },
}

export const answerLost: Case = {
  name: 'the proxy takes it and its answer is lost',
  rounds: 30,
  async play({ shop, open, newOrder, arrival }) {
    const tab = await open()
    shop.be('lost answer')
    await convertAndGo(tab, await newOrder())
    await arrival()
    await tab.goTo(PAGE_WITHOUT_SNIPPET)
    shop.bringProxyBack()
    // Requests that outlive their page without an answer would use up Firefox' connections to the server.
    shop.cutLine()
    await shop.mendLine()
    await tab.goTo('/')
    await acknowledged(tab)
  },
}

/** Requests another address of the script, so the browser does not have it from an earlier round. */
const toUncached = (page: string, number: string) => page.replace('/ringup.js', `/ringup.js?${number}`)

export const scriptAway: Case = {
  name: 'the script is not cached, and the proxy down',
  rounds: 30,
  isSmoke: true,
  async play({ shop, open, newOrder, arrival }) {
    const order = await newOrder()
    const head = `<script>${STUB}</script><script>${KEEPER}</script>`
    shop.serve('/thanks', toUncached(toPage({ head }), order.cart_data.order_number))
    shop.takeScriptAway()
    shop.takeProxyAway()
    const tab = await open('/thanks')
    await convertAndGo(tab, order)
    await tab.goTo(PAGE_WITHOUT_SNIPPET)
    shop.bringScriptBack()
    shop.bringProxyBack()
    await tab.goTo('/')
    await arrival()
  },
}
