/** Promise: every shopper can use the demo's shop: on a phone, in the dark, and by keyboard. */
import { findBarriers } from '../support/axe.js'
import { expect, test } from '../support/shop.js'

const PAGES = ['/', '/products/tea-sencha', '/cart', '/checkout', '/checkout/review', '/choices', '/nothing-here']

test('axe finds no violation on any page, light or dark', async ({ shop, page }) => {
  const found: string[] = []
  async function look(path: string) {
    for (const barrier of await findBarriers(page)) found.push(`${path} ${barrier}`)
  }
  await shop.checkOut()
  for (const path of PAGES) {
    await shop.open(path)
    await look(path)
  }
  await shop.open('/checkout/review')
  await shop.placeOrder()
  await look('thank-you page')
  expect(found).toEqual([])
})

test('every page fits a phone’s width', async ({ shop, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await shop.checkOut()
  for (const path of PAGES) {
    await shop.open(path)
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 390])
  }
})

test('a shopper fills a cart and pays by keyboard alone', async ({ shop, page }) => {
  const tabTo = async (name: string) => {
    const reached = () =>
      page.evaluate((wanted) => {
        const { activeElement: element } = document
        return [element?.textContent?.trim(), element?.id].includes(wanted)
      }, name)
    for (let presses = 0; presses < 60 && !(await reached()); presses += 1) await page.keyboard.press('Tab')
    expect(await reached()).toBe(true)
  }
  const press = async (name: string, path: RegExp) => {
    await tabTo(name)
    await page.keyboard.press('Enter')
    await page.waitForURL(path)
  }
  await shop.open('/')
  await press('Slow-pour teapot', /teapot/)
  await press('Add to cart', /cart/)
  await press('Go to checkout', /checkout/)
  await tabTo('email')
  await page.keyboard.type('keys@example.com')
  await tabTo('name')
  await page.keyboard.type('A Shopper')
  await press('Review order', /review/)
  await press('Place order', /thank-you/)
  await expect.poll(async () => (await shop.events())[0]?.state).toBe('delivered')
})
