/** The process of the page or of the whole browser is killed, so no handler can run. */
import { countRecords } from '../../support/page-storage.js'
import { type Case, toReport, until } from '../round.js'

const crashed = (what: string, fault: 'lost request' | 'lost answer'): Case => ({
  name: `the page crashes, ${what}`,
  rounds: 10,
  async play({ engine, shop, newOrder, arrival }) {
    shop.serve('/order', toReport(await newOrder()))
    shop.be(fault)
    const before = shop.arrivals().length
    const browser = await engine.crash({
      url: `${shop.url}/order`,
      next: `${shop.url}/`,
      async isDue() {
        await until(() => shop.arrivals().length > before, 'The page has sent nothing.')
        if (fault === 'lost answer') await arrival()
      },
      isCrashed: shop.bringProxyBack,
    })
    try {
      await until(() => shop.arrivals().length > before + 1, 'The next page has sent nothing.')
      await arrival()
    } finally {
      await browser.stop()
    }
  },
})

export const crashedUnsent = crashed('and its request is lost', 'lost request')
export const crashedUnanswered = crashed('and the proxy has its order', 'lost answer')

/** Runs in the page. Tells the shop's server as soon as the page's databases hold a record. */
const TELL_STORED = `;(async (count) => {
  while ((await count()) === 0) await new Promise((resolve) => setTimeout(resolve, 50))
  await fetch('/stored')
})(${countRecords})`

export const killed: Case = {
  name: 'the browser is killed once the order is stored',
  rounds: 10,
  async play({ engine, shop, profile, newOrder, arrival }) {
    shop.serve('/order', toReport(await newOrder(), TELL_STORED))
    shop.takeProxyAway()
    const before = shop.countVisits('/stored')
    const visit = engine.visit(profile, `${shop.url}/order`)
    await until(() => shop.countVisits('/stored') > before, 'The page has not stored the order.').finally(visit.kill)
    shop.bringProxyBack()
    const next = engine.visit(profile, `${shop.url}/`)
    await arrival().finally(next.kill)
  },
}
