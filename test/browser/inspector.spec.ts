/** Promise: the inspector shows each event's way while it happens, to everybody. Its sentences are in test/unit/demo. */
import type { Page } from '@playwright/test'
import { markets } from '../../demo/shop/markets.js'
import type { Demo } from '../../demo/start.js'
import { findBarriers, findSmallText } from '../support/axe.js'
import { expect, type Shop, test } from '../support/shop.js'

test.use({ options: { pageProbe: true } })

const open = async (page: Page, url: string) => {
  await page.goto(`${url}/inspector`)
  await expect(page.locator('#statement')).toHaveText('The shop has no orders yet.')
}
const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place an order' }).click()

test('an order, a sign-up and what cannot be read appear live, from what the page said to what the API has', async ({
  shop,
  demo,
  page,
  context,
}) => {
  const inspector = await context.newPage()
  await open(inspector, demo.shop.url)
  const steps = inspector.locator('#steps')
  await shop.checkOut()
  const order = await shop.placeOrder()
  await expect(inspector.getByRole('button', { name: `Order ${order.number}` })).toContainText('At the API')
  await expect(steps.locator('> li')).toContainText([
    'data layer, on /thank-you',
    'An order with 2 items',
    `${order.total} cents`,
    '202 accepted',
    'session 1 converted',
  ])
  await expect(steps).toContainText('The page was told accepted', { useInnerText: true })
  await inspector.locator('summary', { hasText: 'Sessions' }).click()
  await expect(inspector.getByRole('cell', { name: order.number })).toBeVisible()

  await shop.open('/')
  await shop.signUp({ email: 'reader@example.com', first_name: 'Reader', favourite_tea: 'Oolong' })
  await expect(inspector.getByRole('button', { name: 'Sign-up for newsletter' })).toContainText('At the API')
  await expect(steps).toContainText('favourite_tea Oolong', { useInnerText: true })
  await inspector.locator('summary', { hasText: 'Lists' }).click()
  await expect(inspector.getByRole('cell', { name: 'favourite_tea: Oolong' })).toBeVisible()

  await page.evaluate(() =>
    window.convert({ email: 'you@example.com', cart_data: { order_number: '1', cart_value: 1.5 } }),
  )
  await expect(steps).toContainText('cart_data.cart_value: What was passed is not a whole number of cents')
})

/** @returns its number and total in cents */
async function orderBy(id: string, { shop, demo }: { shop: Shop; demo: Demo }) {
  const { sources } = demo.shop
  await shop.choose(sources.find((source) => source.id === id) ?? sources[0], markets[0])
  await shop.checkOut()
  return shop.placeOrder()
}

test('an order has its way told, too, that comes by Tag Manager, by a pixel that waits, by the server’s webhook', async ({
  shop,
  demo,
  page,
  context,
}) => {
  const inspector = await context.newPage()
  await open(inspector, demo.shop.url)
  const steps = inspector.locator('#steps > li')
  const entry = (number: string) => inspector.getByRole('button', { name: `Order ${number}` })
  const managed = await orderBy('tag-manager', { shop, demo })
  await expect(entry(managed.number)).toContainText('At the API')
  await expect(steps).toContainText([
    'data layer, tag of Tag Manager',
    'An order with 2 items',
    `${managed.total} cents`,
  ])
  await inspector.locator('summary', { hasText: 'tag of Tag Manager' }).click()
  await expect(inspector.locator('#steps pre', { hasText: '"tagType": "order"' })).toBeVisible()

  await demo.faults.change({ proxy: 'away' })
  const heard = await orderBy('shopify-pixel', { shop, demo })
  await expect(entry(heard.number)).toContainText('Waits in the browser')
  await demo.faults.change({ proxy: 'fine' })
  await shop.open('/account')
  await expect(entry(heard.number)).toContainText('At the API')
  await expect(steps).toContainText(['checkout event, on /thank-you', 'Not visible', `${heard.total} cents`])
  await expect(inspector.locator('#steps')).toContainText('The pixel was told in its frame', { useInnerText: true })

  const blocked = await orderBy('webhook', { shop, demo })
  expect(await page.evaluate(() => 'convert' in window)).toBe(false)
  await expect(entry(blocked.number)).toContainText('At the API')
  await expect(steps).toContainText(['script was blocked', 'WooCommerce’s webhook, signed', '202 accepted'])
  await expect(inspector.locator('#statement')).toContainText('3 at the API once and to the cent')
})

test('everything is done from the keyboard, which gets past the shop with one key', async ({ demo, page }) => {
  await open(page, demo.shop.url)
  const tabTo = async (name: string) => {
    const reached = () =>
      page.evaluate((wanted) => {
        const { activeElement: element, body } = document
        return element !== body && element?.textContent?.includes(wanted)
      }, name)
    for (let presses = 0; presses < 40 && !(await reached()); presses += 1) await page.keyboard.press('Tab')
    expect(await reached()).toBe(true)
  }
  await tabTo('Place an order')
  await page.keyboard.press('Enter')
  await expect(page.locator('#journeys button')).toContainText('At the API')
  await page.getByRole('group', { name: 'The API' }).getByRole('radio', { name: 'fine' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => demo.faults.read().api).toBe('503')
  await page.getByRole('link', { name: 'Skip the shop' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'What the API has' })).toBeFocused()
  await page.locator('iframe').evaluate((frame) => frame.remove()) // tabbing through the shop is the shop's business
  await tabTo('At the API')
  await page.keyboard.press('Enter')
  await tabTo('data layer')
  await page.keyboard.press('Enter')
  await expect(page.locator('#steps pre').first()).toContainText('"event": "purchase"')
})

test('on a phone nothing goes over the edge or is small, and a chosen event is brought into view', async ({
  demo,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, demo.shop.url)
  await placeOrder(page)
  await page.getByRole('button', { name: /^Order/ }).click()
  await expect(page.locator('#detail-title')).toBeInViewport()
  await expect(page.locator('#journeys')).toContainText('At the API')
  for (const summary of await page.locator('summary').all()) await summary.click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const heights = await page.evaluate(() =>
    ['#picture', '#journeys', '.shop', '#faults'].map(
      (name) => document.querySelector(name)?.getBoundingClientRect().top,
    ),
  )
  expect(heights).toEqual(heights.toSorted((one, other) => Number(one) - Number(other)))
  expect(await findSmallText(page)).toEqual([])
})

test('what waits is tried at once when somebody asks: by the shop’s page, and by the proxy', async ({ demo, page }) => {
  await open(page, demo.shop.url)
  await demo.faults.change({ line: 'cut' })
  await placeOrder(page)
  await expect(page.locator('#steps')).toContainText(/Tried \d+ times/)
  const tryNow = page.getByRole('button', { name: 'Try now' })
  await tryNow.click()
  await expect(page.locator('#tried')).toHaveText('The page of the shop tries what this browser keeps.')
  await demo.faults.change({ line: 'fine', api: '503' })
  const readProgress = async () => {
    await tryNow.click()
    return page.locator('#detail-progress').innerText()
  }
  await expect.poll(readProgress).toBe('Waits in the proxy')
  await tryNow.click()
  await expect(page.locator('#tried')).toContainText('The proxy sends it within seconds')
})

test('axe finds nothing, in the light and in the dark; whoever wants less motion sees none', async ({ demo, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, demo.shop.url)
  await demo.faults.change({ api: '503' })
  await placeOrder(page)
  await expect(page.locator('.dot[data-stage=queue]')).toHaveCSS('transition-duration', '0s')
  await demo.faults.change({ api: 'fine' })
  await expect(page.locator('#journeys')).toContainText('At the API')
  await demo.faults.change({ line: 'cut' })
  await placeOrder(page)
  await expect(page.locator('#journeys')).toContainText('Waits in the browser')
  for (const summary of await page.locator('summary').all()) await summary.click()
  expect(await findBarriers(page)).toEqual([])
  const inFrame = page.frameLocator('iframe').locator('h1')
  await inFrame.evaluate((heading) => heading.append(document.createElement('button'))) // what there is would be found
  expect(await findBarriers(page)).toEqual(['button-name: iframe h1 > button'])
})

test('a stream that does not come is said, and what comes after all is shown', async ({ demo, page }) => {
  await page.route('**/inspector/events', (route) => route.abort('connectionrefused'))
  await page.goto(`${demo.shop.url}/inspector`)
  await expect(page.getByRole('alert')).toContainText('interrupted')
  await page.unrouteAll()
  await expect(page.locator('#statement')).toHaveText('The shop has no orders yet.')
  await expect(page.getByRole('alert')).toBeHidden()
})
