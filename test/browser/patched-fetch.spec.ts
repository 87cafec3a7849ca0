/** Promise: a page whose `fetch` was replaced by something broken loses no order, and does not break. */
import { convert, expect, readEffects, readWaiting, test, toIds } from '../support/storefront.js'

/** Each replaces `fetch` in the page, before anything else runs there. */
const PATCHES = [
  [
    'throws',
    () => {
      window.fetch = () => {
        throw new TypeError('Blocked by the shop’s consent tool.')
      }
    },
  ],
  ['answers nothing', () => Object.assign(window, { fetch: () => undefined })],
  ['answers something else than a response', () => Object.assign(window, { fetch: () => Promise.resolve({}) })],
  ['rejects with nothing', () => Object.assign(window, { fetch: () => Promise.reject() })],
  ['is gone', () => Object.assign(window, { fetch: undefined })],
  ['hangs for ever', () => Object.assign(window, { fetch: () => new Promise(() => {}) })],
] as const

test('while fetch is something broken, an order is queued with a reason, and sent by the next page', async ({
  storefront,
  api,
  context,
}) => {
  const numbers: string[] = []
  for (const [what, patch] of PATCHES) {
    const order = await storefront.newOrder()
    numbers.push(order.cart_data.order_number)
    const page = await context.newPage()
    await page.addInitScript(patch)
    await page.clock.install()
    await page.goto('/')
    const outcome = convert(page, order)
    await page.clock.runFor(10_000) // as long as any attempt takes
    expect(await outcome, what).toMatchObject({ status: 'queued', reason: expect.stringMatching(/./) })
    expect(await readWaiting(page), what).toHaveLength(1)
    await page.close()

    const next = await context.newPage() // without the patch
    await next.goto('/')
    await expect.poll(() => readEffects(api), what).toEqual(numbers)
    await expect.poll(() => readWaiting(next), what).toEqual([])
    await next.close()
  }
  expect(toIds(storefront)).toHaveLength(PATCHES.length)
})

test('a call settles after 10 s at most', async ({ storefront, page }) => {
  const order = await storefront.newOrder()
  storefront.swallowEvents()
  await page.clock.install()
  await page.goto('/')
  const elapsing = page.evaluate(async (order) => {
    const begun = performance.now()
    await window.convert(order)
    return performance.now() - begun
  }, order)
  await page.clock.runFor(20_000)
  const elapsedMs = await elapsing
  expect(elapsedMs).toBeGreaterThan(5_000)
  expect(elapsedMs).toBeLessThan(10_500)
})
