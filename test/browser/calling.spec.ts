/** Promise: convert() and addToList() answer what became of the call, and never throw into the page. */
import { readBlock } from '../support/readme.js'
import { expect, readConverted, test } from '../support/shop.js'

const stub = readBlock('stub')
const calls = readBlock('two calls')

test('convert() reports an order of whole cents without any data layer', async ({ shop, api, page }) => {
  await shop.checkOut()
  const outcome = await page.evaluate(() =>
    window.convert({
      email: 'shopper@example.com',
      cart_data: { order_number: 'A-1', cart_value: 1999 },
      cart_items: [{ product_id: 'mug', price: 1999, item_qty: 1 }],
    }),
  )
  expect(outcome).toEqual({ id: expect.any(String), kind: 'convert', status: 'accepted', problems: [] })
  await expect
    .poll(() => readConverted(api))
    .toEqual([{ email: 'shopper@example.com', order_number: 'A-1', cart_value: 1999, items: [['mug', 1999, 1, 1999]] }])
})

test('the two calls of the README are accepted', async ({ shop, page }) => {
  await shop.open('/')
  await page.evaluate(`${calls}`)
  await expect.poll(() => shop.journeys().map(({ calls }) => calls[0]?.answer?.status)).toEqual([202, 202])
})

test('a call without an e-mail is rejected with its problem, and a list nobody knows too', async ({ shop, page }) => {
  await shop.open('/')
  const outcomes = await page.evaluate(async () => [
    await window.convert({ cart_data: { order_number: 'A-1' } }),
    await window.addToList('no-such-list', { email: 'reader@example.com' }),
  ])
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: 'no_email', problems: [{ field: 'email', code: 'no_email' }] },
    { status: 'rejected', reason: 'unknown_list', problems: [{ field: 'list', code: 'unknown_list' }] },
  ])
})

test('calls made before the script has loaded are replayed and answered', async ({ shop, page, api }) => {
  await shop.open('/') // any page of the shop: its origin is what counts
  await page.setContent(`<!doctype html>${stub}`)
  const outcomes = page.evaluate(async () => {
    const kept = window.addToList // as a script may that runs before
    const early = Promise.all([
      window.addToList('newsletter', { email: 'first@example.com' }),
      window.addToList('newsletter', { email: 'second@example.com' }),
    ])
    await new Promise((resolve) => addEventListener('message', resolve, { once: true }))
    return [...(await early), await kept('newsletter', { email: 'third@example.com' })]
  })
  await page.addScriptTag({ url: '/ringup/ringup.js' })
  await page.evaluate(() => postMessage('loaded'))
  expect(await outcomes).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }, { status: 'accepted' }])
  await expect.poll(async () => (await api.customers()).map(({ email }) => email)).toHaveLength(3)
})

test('a refusing localStorage costs nothing but the memory of it', async ({ shop, page, api }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError')
      },
    })
  })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await shop.checkOut()
  const order = await shop.placeOrder()
  await expect
    .poll(async () => (await readConverted(api)).map(({ order_number: number }) => number))
    .toEqual([order.number])
  expect(errors).toEqual([])
})
