/** Promise: an order outlives the page's process, gone between storing and the answer: the next page sends it, once. */
import type { Page } from '@playwright/test'
import { convertAndGo, expect, readEffects, readWaiting, test, toIds } from '../support/storefront.js'

/** Ends the renderer without any event, as running out of memory does. */
async function crash(page: Page) {
  const crashed = page.waitForEvent('crash')
  // It is never answered: who would answer has just crashed.
  void (await page.context().newCDPSession(page)).send('Page.crash').catch(() => {})
  await crashed
  await page.close()
}

for (const [what, arrange] of [
  ['the request got lost', 'swallowEvents'],
  ['the proxy had taken it', 'loseAnswers'],
] as const) {
  test(`a page that crashes before the answer leaves the order to the next one, when ${what}`, async ({
    storefront,
    api,
    page,
    context,
  }) => {
    const order = await storefront.newOrder()
    await page.goto('/')
    storefront[arrange]()
    await convertAndGo(page, order)
    await expect.poll(() => storefront.arrivals()).toHaveLength(1)
    await crash(page)

    storefront.bringProxyBack()
    const next = await context.newPage()
    await next.goto('/')
    await expect.poll(() => storefront.arrivals()).toHaveLength(2)
    await expect.poll(() => readWaiting(next)).toEqual([])
    await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
    expect(toIds(storefront)).toHaveLength(1)
  })
}
