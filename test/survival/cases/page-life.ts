/** A page is left, comes back, or is open several times. */
import { PAGE_WITHOUT_SNIPPET, toPage } from '../../support/storefront-site.js'
import { acknowledged, type Case, flush, queue, type Round, toReport, until } from '../round.js'

export const left: Case = {
  name: 'the page is left in the task of the call',
  rounds: 30,
  isSmoke: true,
  async play({ open, newOrder, arrival }) {
    const tab = await open()
    await tab.run(
      ({ order, elsewhere }) => {
        void window.convert(order)
        location.href = elsewhere
      },
      { order: await newOrder(), elsewhere: PAGE_WITHOUT_SNIPPET },
    )
    await arrival()
  },
}

/** The web server's time for a page. The previous page lives until then. */
const NEXT_PAGE_MS = 200

export const nextPage: Case = {
  name: 'the shopper opens the next page immediately',
  rounds: 30,
  // WebKitGTK 2.50 does not deliver an answer to a page that is being left (November 2026), so the next page retries nearly every order.
  mostRepeated: { Chromium: 3, Firefox: 3 },
  async play({ shop, open, newOrder, arrival }) {
    shop.slowDown('/?next', NEXT_PAGE_MS)
    const tab = await open()
    await tab.run(
      (order) => {
        void window.convert(order)
        location.href = '/?next'
      },
      await newOrder(),
    )
    await arrival()
    const isNext = () => location.search === '?next' && Object.keys(localStorage).length === 0
    // Between two pages the script has no page to run in.
    await until(() => tab.run(isNext).catch(() => false), 'The browser still stores an order that the proxy has.')
  },
}

export const backForwardCache: Case = {
  name: 'the page comes back from the back/forward cache',
  rounds: 30,
  async play(round) {
    // A page that is left while it is sending is not cached. Its order still arrives.
    for (let tries = 1; tries <= 3; tries += 1) if (await leaveAndReturn(round)) return
    throw new Error('The page did not come from the cache.')
  },
}

/** The page itself goes back. If the driver asked for it, the browser could still answer for the earlier page. */
const GOES_BACK = `<!doctype html><title>Elsewhere</title>
<script>addEventListener('load', () => setTimeout(() => history.back(), 500))</script>`

/** @returns whether the page came from the cache */
async function leaveAndReturn({ shop, open, newOrder, arrival }: Round): Promise<boolean> {
  // Not stored in the HTTP cache, which the browser also uses when it goes back.
  shop.serve('/', toPage({ body: `<script>fetch('/made', { cache: 'no-store' })</script>` }))
  shop.serve('/goes-back', GOES_BACK)
  const tab = await open()
  shop.takeProxyAway()
  await queue(tab, await newOrder())
  await tab.run(() => {
    addEventListener('pageshow', ({ persisted }) => persisted && fetch('/restored', { cache: 'no-store' }))
  })
  const [restored, made] = [shop.countVisits('/restored'), shop.countVisits('/made')]
  await tab.goTo('/goes-back')
  shop.bringProxyBack()
  const isBack = () => shop.countVisits('/restored') > restored || shop.countVisits('/made') > made
  await until(isBack, 'The page did not come back.')
  await arrival()
  await acknowledged(tab)
  return shop.countVisits('/restored') > restored
}

export const threeTabs: Case = {
  name: 'three tabs with two orders each come online together',
  rounds: 10,
  async play({ open, goOffline, goOnline, newOrder, arrival }) {
    const tabs = [await open(), await open(), await open()]
    await goOffline()
    for (const tab of [...tabs, ...tabs]) await queue(tab, await newOrder())
    await goOnline()
    await arrival()
    for (const tab of tabs) await acknowledged(tab)
  },
}

export const reloaded: Case = {
  name: 'the thank-you page is loaded three times',
  rounds: 30,
  async play({ shop, open, newOrder, arrival }) {
    shop.serve('/thank-you', toReport(await newOrder()))
    const tab = await open('/thank-you')
    await arrival()
    for (let times = 2; times <= 3; times += 1) {
      await tab.goTo('/thank-you')
      await flush(tab)
    }
  },
}
