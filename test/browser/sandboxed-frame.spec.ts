/** Promise: in a sandboxed frame, without storage and with an origin the proxy refuses, nothing breaks and nothing is claimed. */
import { expect, test, toPage } from '../support/storefront.js'

test.beforeEach(({ storefront }) => {
  const { url } = storefront
  const frame = toPage({ tag: `data-endpoint="${url}/ringup"` }).replace('/ringup/ringup.js', `${url}/ringup/ringup.js`)
  storefront.serve('/frame', frame)
  const body = '<iframe name="pixel" sandbox="allow-scripts allow-forms" src="/frame"></iframe>'
  storefront.serve('/shop', toPage({ body }))
})

test('an order of a sandboxed frame is queued with the reason, and nothing is thrown there', async ({
  storefront,
  page,
}) => {
  const order = await storefront.newOrder()
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.goto('/shop')
  const frame = page.frame('pixel')
  const outcome = await frame?.evaluate((order) => window.convert(order), order)
  expect(await frame?.evaluate(() => origin)).toBe('null')
  expect(outcome).toMatchObject({ status: 'queued', reason: expect.stringMatching(/origin|403/) })
  expect(await (await answer).json()).toMatchObject({ ok: false, code: 'origin' })
})
