/** Promise: an answer that is not the proxy's own acknowledgement loses no order: it is kept, and sent by the next page. */
import { convert, expect, readEffects, readWaiting, test, toIds } from '../support/storefront.js'

const HTML = { 'content-type': 'text/html' }
const JSON_TYPE = { 'content-type': 'application/json' }

for (const [what, status, headers, body] of [
  ['the page of a captive portal', 200, HTML, '<!doctype html><title>Welcome to the hotel</title>'],
  ['the start page of a single-page shop', 200, HTML, '<!doctype html><div id="app"></div>'],
  ['an empty 202', 202, {}, ''],
  ['a 202 about another event', 202, JSON_TYPE, '{"ok":true,"id":"0b5c1f3e-0000-4000-a000-000000000000"}'],
  ['a 202 that was cut off', 202, JSON_TYPE, '{"ok":true,"id":'],
  ['a 204', 204, {}, ''],
  ['a redirect to a login', 302, { location: '/login' }, ''],
  ['a redirect for good', 301, { location: 'https://www.shop.example/ringup' }, ''],
  ['a 401', 401, {}, ''],
  ['a 403', 403, HTML, '<!doctype html>Forbidden'],
  ['a 404', 404, HTML, '<!doctype html>Not found'],
  ['a 405', 405, {}, ''],
  ['a 500', 500, {}, ''],
  ['a 503', 503, {}, ''],
  ['a 511', 511, HTML, '<!doctype html>Log in to the network'],
] as const) {
  test(`an order answered with ${what} is queued, and sent by the next page once that is over`, async ({
    storefront,
    api,
    page,
  }) => {
    const order = await storefront.newOrder()
    storefront.answerWith(status, headers, body)
    await page.goto('/')
    expect(await convert(page, order)).toMatchObject({ status: 'queued', reason: expect.stringMatching(/./) })
    expect(await readWaiting(page)).toHaveLength(1)

    storefront.bringProxyBack()
    await page.goto('/')
    await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
    await expect.poll(() => readWaiting(page)).toEqual([])
    expect(toIds(storefront)).toHaveLength(1)
  })
}

for (const status of [301, 401, 403, 404, 405, 501, 505, 511]) {
  test(`after a ${status} the same page asks no more for an hour, and the next page sends the order once`, async ({
    storefront,
    api,
    page,
  }) => {
    await page.clock.install()
    const order = await storefront.newOrder()
    storefront.answerWith(status, { location: '/elsewhere' })
    await page.goto('/')
    expect(await convert(page, order)).toMatchObject({ status: 'queued' })
    await page.clock.runFor('01:00:00')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.clock.runFor('01:00')
    expect(storefront.arrivals()).toHaveLength(1)

    storefront.bringProxyBack()
    await page.goto('/')
    await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
    expect(storefront.arrivals()).toHaveLength(2)
    expect(toIds(storefront)).toHaveLength(1)
  })
}

for (const status of [400, 410, 415, 422, 451]) {
  test(`an order refused with ${status} is rejected, and not sent again`, async ({ storefront, page }) => {
    const order = await storefront.newOrder()
    storefront.answerWith(status, JSON_TYPE, '{"ok":false,"code":"shape","fields":["cart_data"]}')
    await page.goto('/')
    expect(await convert(page, order)).toMatchObject({
      status: 'rejected',
      reason: 'shape',
      problems: [{ field: 'cart_data' }],
    })
    expect(await readWaiting(page)).toEqual([])
  })
}
