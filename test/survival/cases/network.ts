/** Between page and proxy. */
import { PAGE_WITHOUT_SNIPPET } from '../../support/storefront-site.js'
import { acknowledged, type Case, convertAndGo, queue } from '../round.js'

export const busy: Case = {
  name: 'the proxy answers 503 once',
  rounds: 30,
  async play({ shop, open, newOrder, arrival }) {
    const tab = await open()
    shop.answerOnceWith(503)
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
    shop.loseAnswers()
    await convertAndGo(tab, await newOrder())
    await arrival()
    await tab.goTo(PAGE_WITHOUT_SNIPPET)
    shop.bringProxyBack()
    // Requests that outlive their page and have no answer would use up the connections that Firefox allows to a server.
    shop.cutLine()
    await shop.mendLine()
    await tab.goTo('/')
    await acknowledged(tab)
  },
}
