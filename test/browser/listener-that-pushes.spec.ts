/** Promise: whatever a page does with the outcomes it hears, it is neither broken nor held up, and each order is sent once. */
import { expect, readEffects, test, toPage } from '../support/storefront.js'

const forward = `<script>
  window.dataLayer = window.dataLayer || []
  window.count = 0
  document.addEventListener('ringup', (event) => {
    window.count += 1
    dataLayer.push({ event: 'ringup', ...event.detail })
    dataLayer.push({ event: 'purchase', ecommerce: null })
  })
</script>`

test('a listener that forwards outcomes to the data layer ends after one outcome', async ({
  storefront,
  api,
  page,
}) => {
  const order = await storefront.newOrder()
  storefront.serve('/', toPage({ head: forward, tag: 'data-convert-on="purchase"' }))
  await page.goto('/')
  await page.evaluate(
    ([email, transaction_id]) =>
      Object(window).dataLayer.push({ event: 'purchase', user_data: { email }, ecommerce: { transaction_id } }),
    [order.email, order.cart_data.order_number] as const,
  )
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  await expect.poll(() => page.evaluate(() => Object(window).count)).toBe(1)
})

test('with a data layer that is anything, a call is answered and nothing is thrown', async ({ storefront, page }) => {
  for (const head of [
    '<script>dataLayer = Object.freeze([])</script>',
    '<script>dataLayer = "none"</script>',
    '<form id="dataLayer"></form>',
    '<script>dataLayer = [Symbol("a"), { event: Symbol("b") }, { ecommerce: Symbol("c") }, null]</script>',
  ]) {
    const order = await storefront.newOrder()
    storefront.serve('/', toPage({ head, tag: 'data-convert-on="purchase"' }))
    await page.goto('/')
    expect(await page.evaluate((order) => window.convert(order), order), head).toMatchObject({ status: 'accepted' })
    expect(await page.evaluate(() => window.ringup.status())).toMatchObject({ waiting: [], held: 0 })
  }
})
