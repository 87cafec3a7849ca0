/** Promise: the demo's shop is for everybody: on a phone, in the dark, in each of its languages, from the keyboard. */
import { markets } from '../../demo/shop/markets.js'
import { findWords } from '../../demo/shop/words.js'
import { findBarriers } from '../support/axe.js'
import { expect, test } from '../support/shop.js'

test.use({ options: { pageProbe: true } })

const PAGES = [
  '/',
  '/products/tea-sencha',
  '/cart',
  '/checkout',
  '/checkout/review',
  '/account',
  '/choices',
  '/nothing-here',
]

test('axe finds nothing on any page, in the light and in the dark', async ({ shop, demo, page }) => {
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
  await page.goto(new URL('/docs', demo.api.url).href)
  await look('the API’s docs')
  expect(found).toEqual([])
})

test('no page goes over the edge of a phone, and all say their language, in each of them', async ({
  shop,
  page,
  demo,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const market of markets) {
    await shop.choose(demo.shop.sources[0], market)
    await shop.checkOut()
    for (const path of market === markets[0] ? PAGES : ['/checkout/review', '/cart']) {
      await shop.open(path)
      const seen = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.lang])
      expect([path, ...seen]).toEqual([path, 390, market.lang])
    }
    await shop.open('/cart')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(findWords(market).yourCart)
  }
})

test('a cart is filled and paid for from the keyboard alone', async ({ shop, page, demo }) => {
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
  await expect.poll(() => demo.eventLog.journeys()[0]?.outcomes[0]?.status).toBe('accepted')
})
