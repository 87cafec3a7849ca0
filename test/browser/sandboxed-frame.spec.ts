/**
 * Promise: in a sandboxed frame, without storage and with an origin that the proxy refuses, the script does not throw, and no order is
 * reported as accepted.
 */
import { expect, type Storefront, test, toPage } from '../support/storefront.js'

/** Serves a frame, and a page without the script that contains the frame. */
function serveFrame({ serve, url }: Storefront, { tag = '', body = '' } = {}) {
  const frame = toPage({ tag: `data-endpoint="${url}/ringup" ${tag}`, body })
  serve('/frame', frame.replace('/ringup/ringup.js', `${url}/ringup/ringup.js`))
  serve('/shop', '<!doctype html><iframe name="pixel" sandbox="allow-scripts allow-forms" src="/frame"></iframe>')
}

test('an order of a sandboxed frame is queued with its reason, without an exception', async ({ storefront, page }) => {
  serveFrame(storefront)
  const order = await storefront.newOrder()
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.goto('/shop')
  const frame = page.frame('pixel')
  const outcome = await frame?.evaluate((order) => window.convert(order), order)
  expect(await frame?.evaluate(() => origin)).toBe('null')
  expect(outcome).toMatchObject({ status: 'queued', reason: expect.stringMatching(/origin|403/) })
  expect(await (await answer).json()).toMatchObject({ ok: false, code: 'origin' })
})

test('a sandboxed frame loads the rest if its order needs it', async ({ storefront, page }) => {
  const body = `<b data-ringup="order_number">A-1</b> <b data-ringup="email">shopper-1@example.com</b>`
  serveFrame(storefront, { tag: 'data-convert-on="load"', body })
  await page.goto('/shop')
  await expect.poll(() => storefront.arrivals()).toMatchObject([{ body: { cart_data: { order_number: 'A-1' } } }])
  expect(storefront.scripts()).toEqual(['ringup.js', 'ringup-rest.js'])
})
