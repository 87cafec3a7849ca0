/** Promise: the inspector shows each event's way while it happens, to everybody. */
import type { Page } from '@playwright/test'
import { markets } from '../../demo/shop/markets.js'
import type { Demo } from '../../demo/start.js'
import { findBarriers } from '../support/axe.js'
import { expect, test } from '../support/shop.js'

test.use({ options: { pageProbe: true } })

const findSource = ({ shop: { sources } }: Demo, id: string) => sources.find((source) => source.id === id) ?? sources[0]

const open = async (page: Page, url: string) => {
  await page.goto(`${url}/inspector`)
  await expect(page.locator('#statement')).toHaveText('The shop has no orders yet.')
}

test('an order appears live, from what the page said to what the API has', async ({ shop, demo, context }) => {
  const inspector = await context.newPage()
  await open(inspector, demo.shop.url)
  await shop.checkOut()
  const order = await shop.placeOrder()
  await expect(inspector.getByRole('button', { name: `Order ${order.number}` })).toContainText('At the API')
  const steps = inspector.locator('#steps > li')
  await expect(steps).toContainText([
    'data layer, on /thank-you',
    'An order with 2 items',
    `${order.total} cents`,
    '202 accepted',
    'session 1 converted',
  ])
  await expect(inspector.locator('#steps')).toContainText('The page was told accepted', { useInnerText: true })
  await inspector.locator('summary', { hasText: 'Sessions' }).click()
  await expect(inspector.getByRole('cell', { name: order.number })).toBeVisible()
})

test('an order that Tag Manager’s tag brings appears with the tag', async ({ shop, demo, context }) => {
  const inspector = await context.newPage()
  await open(inspector, demo.shop.url)
  await shop.choose(findSource(demo, 'tag-manager'), markets[0])
  await shop.checkOut()
  const order = await shop.placeOrder()
  await expect(inspector.locator('#steps > li')).toContainText([
    'data layer, tag of Tag Manager, on /thank-you',
    'An order with 2 items',
    `${order.total} cents`,
    '202 accepted',
    'session 1 converted',
  ])
  await inspector.locator('summary', { hasText: 'tag of Tag Manager' }).click()
  await expect(inspector.locator('#steps pre', { hasText: '"tagType": "order"' })).toBeVisible()
})

test('an order of the Shopify pixel appears, waits and arrives; what its frame hides is said', async ({
  shop,
  demo,
  context,
}) => {
  const inspector = await context.newPage()
  await open(inspector, demo.shop.url)
  await shop.choose(findSource(demo, 'shopify-pixel'), markets[0])
  await demo.faults.change({ proxy: 'away' })
  await shop.checkOut()
  const order = await shop.placeOrder()
  await expect(inspector.getByRole('button', { name: `Order ${order.number}` })).toContainText('Waits in the browser')
  await demo.faults.change({ proxy: 'fine' })
  await shop.open('/account')
  await expect(inspector.getByRole('button', { name: `Order ${order.number}` })).toContainText('At the API')
  await expect(inspector.locator('#steps > li')).toContainText([
    'checkout event, on /thank-you',
    'Not to be seen',
    `${order.total} cents`,
    '202 accepted',
    'session 1 converted',
  ])
  await expect(inspector.locator('#steps')).toContainText('The pixel was told in its frame', { useInnerText: true })
  await expect(inspector.locator('#statement')).toContainText('1 at the API once and to the cent')
})

test('an order whose script is blocked arrives by the webhook of the shop’s server, and that is said', async ({
  shop,
  demo,
  context,
  page,
}) => {
  const inspector = await context.newPage()
  await open(inspector, demo.shop.url)
  await shop.choose(findSource(demo, 'webhook'), markets[0])
  await shop.checkOut()
  const order = await shop.placeOrder()
  expect(await page.evaluate(() => 'convert' in window)).toBe(false)
  await expect(inspector.getByRole('button', { name: `Order ${order.number}` })).toContainText('At the API')
  await expect(inspector.locator('#steps > li')).toContainText([
    'its script was blocked',
    'WooCommerce’s webhook, signed',
    '202 accepted',
    'session 1 converted',
  ])
  await expect(inspector.locator('#statement')).toContainText('1 at the API once and to the cent')
})

test('a sign-up appears with its fields, and on its list', async ({ shop, demo, context }) => {
  const inspector = await context.newPage()
  await open(inspector, demo.shop.url)
  await shop.open('/')
  await shop.signUp({ email: 'reader@example.com', first_name: 'Reader', favourite_tea: 'Oolong' })
  await expect(inspector.getByRole('button', { name: 'Sign-up for newsletter' })).toContainText('At the API')
  await expect(inspector.locator('#steps')).toContainText('favourite_tea Oolong', { useInnerText: true })
  await inspector.locator('summary', { hasText: 'Lists' }).click()
  await expect(inspector.getByRole('cell', { name: 'favourite_tea: Oolong' })).toBeVisible()
})

test('a field that cannot be read is named', async ({ shop, demo, page, context }) => {
  const inspector = await context.newPage()
  await open(inspector, demo.shop.url)
  await shop.open('/')
  await page.evaluate(() =>
    window.convert({ email: 'you@example.com', cart_data: { order_number: '1', cart_value: 1.5 } }),
  )
  await expect(inspector.locator('#steps')).toContainText('cart_data.cart_value: It could not be read')
})

test('a chosen event stays chosen while others come', async ({ demo, page }) => {
  await open(page, demo.shop.url)
  const place = page.getByRole('button', { name: 'Place an order' })
  await place.click()
  await expect(page.getByRole('button', { name: /^Order .*-1/ })).toContainText('At the API')
  await page.getByRole('button', { name: /^Order .*-1/ }).click()
  await place.click()
  await expect(page.getByRole('button', { name: /^Order .*-2/ })).toContainText('At the API')
  await expect(page.locator('#detail-title')).toHaveText(/-1$/)
})

test('an event’s dot goes from the page to the API', async ({ demo, page }) => {
  await open(page, demo.shop.url)
  await page.getByRole('button', { name: 'Place an order' }).click()
  await expect(page.locator('.dot')).toHaveCount(1)
  await expect(page.locator('.dot.gone.api')).toHaveCount(1)
  await expect(page.locator('.dot')).toHaveCount(0)
  await expect(page.locator('#picture svg')).toHaveAccessibleName(/Taken by the API: 1 order\./)
})

test('whoever wants less motion sees none', async ({ demo, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, demo.shop.url)
  await demo.faults.change({ api: '503' })
  await page.getByRole('button', { name: 'Place an order' }).click()
  await expect(page.locator('.dot[data-stage=queue]')).toHaveCSS('transition-duration', '0s')
})

test('everything is done from the keyboard', async ({ demo, page }) => {
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
  await page.locator('iframe').evaluate((frame) => frame.remove()) // tabbing through the shop is the shop's business
  await tabTo('At the API')
  await page.keyboard.press('Enter')
  await tabTo('data layer')
  await page.keyboard.press('Enter')
  await expect(page.locator('#steps pre').first()).toContainText('"event": "purchase"')
})

test('on a phone nothing goes over the edge, and a chosen event is brought into view', async ({ demo, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, demo.shop.url)
  await page.getByRole('button', { name: 'Place an order' }).click()
  await page.getByRole('button', { name: /^Order/ }).click()
  await expect(page.locator('#detail-title')).toBeInViewport()
  for (const summary of await page.locator('summary').all()) await summary.click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const heights = await page.evaluate(() =>
    ['#picture', '#journeys', '.shop', '#faults'].map(
      (name) => document.querySelector(name)?.getBoundingClientRect().top,
    ),
  )
  expect(heights).toEqual(heights.toSorted((one, other) => Number(one) - Number(other)))
})

test('no text is smaller than 14 px', async ({ demo, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, demo.shop.url)
  await page.getByRole('button', { name: 'Place an order' }).click()
  await expect(page.locator('#journeys')).toContainText('At the API')
  const sizes = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((each) => [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()))
      .map((each) => Number.parseFloat(getComputedStyle(each).fontSize)),
  )
  expect(sizes.length).toBeGreaterThan(40)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(14)
})

test('the thank-you page leads to its order, which stays chosen', async ({ shop, demo, page, context }) => {
  await shop.checkOut()
  const order = await shop.placeOrder()
  const inspector = await context.newPage()
  await inspector.goto(`${demo.shop.url}/inspector`)
  await inspector.getByRole('button', { name: 'Place an order' }).click()
  await expect(inspector.locator('#detail-title')).not.toHaveText(`Order ${order.number}`)
  await page.getByRole('link', { name: 'This order in the inspector' }).click()
  await expect(page.locator('#detail-title')).toHaveText(`Order ${order.number}`)
  await page.getByRole('button', { name: 'Place an order' }).click()
  await expect(page.locator('#journeys li')).toHaveCount(3)
  await expect(page.locator('#detail-title')).toHaveText(`Order ${order.number}`)
})

test('what waits is tried at once when somebody asks: by the shop’s page, and by the proxy', async ({ demo, page }) => {
  await open(page, demo.shop.url)
  await demo.faults.change({ line: 'cut' })
  await page.getByRole('button', { name: 'Place an order' }).click()
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

test('the keyboard gets past the shop with one key', async ({ demo, page }) => {
  await open(page, demo.shop.url)
  await page.getByRole('link', { name: 'Skip the shop' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'What the API has' })).toBeFocused()
})

test('axe finds nothing serious, in the light and in the dark', async ({ demo, page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await open(page, demo.shop.url)
  await page.getByRole('button', { name: 'Place an order' }).click()
  await expect(page.locator('#journeys')).toContainText('At the API')
  await demo.faults.change({ api: '503', proxy: 'fine', line: 'cut' })
  await page.getByRole('button', { name: 'Place an order' }).click()
  await expect(page.locator('#journeys')).toContainText('Waits in the browser')
  for (const summary of await page.locator('summary').all()) await summary.click()
  expect(await findBarriers(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' }) // other colours, and nothing else
  expect(await findBarriers(page, ['color-contrast'])).toEqual([])
})

test('a stream that does not come is said, and what comes after all is shown', async ({ demo, page }) => {
  await page.route('**/inspector/events', (route) => route.abort('connectionrefused'))
  await page.goto(`${demo.shop.url}/inspector`)
  await expect(page.getByRole('alert')).toContainText('interrupted')
  await page.unrouteAll()
  await expect(page.locator('#statement')).toHaveText('The shop has no orders yet.')
  await expect(page.getByRole('alert')).toBeHidden()
})

test('what axe would find is found here, in the frame too', async ({ demo, page }) => {
  await open(page, demo.shop.url)
  await page
    .frameLocator('iframe')
    .locator('h1')
    .evaluate((heading) => heading.append(document.createElement('button')))
  expect(await findBarriers(page)).toEqual(['button-name: iframe h1 > button'])
})
