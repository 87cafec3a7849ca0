/** Promise: the inspector shows each event live, and is accessible. Its sentences are in test/unit/demo. */
import type { Page } from '@playwright/test'
import { findBarriers, findSmallText } from '../support/axe.js'
import { expect, test } from '../support/shop.js'

const open = async (page: Page, url: string) => {
  await page.goto(`${url}/inspector`)
  await expect(page.locator('#statement')).toHaveText('The shop has no orders yet.')
}
const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place an order' }).click()

test('an order, a sign-up and an unread field appear live, from browser to API', async ({
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
  await expect(steps.locator('> li')).toContainText(['Stored and acknowledged.', 'session 1 converted'])
  await expect(steps).toContainText(`= ${order.total} cents`)

  await shop.open('/')
  await shop.signUp({ email: 'reader@example.com', first_name: 'Reader', favourite_tea: 'Oolong' })
  await expect(inspector.getByRole('button', { name: 'Sign-up for newsletter' })).toContainText('At the API')
  await expect(steps).toContainText('favourite_tea Oolong', { useInnerText: true })

  await page.evaluate(() =>
    window.convert({ email: 'you@example.com', cart_data: { order_number: '1', cart_value: 1.5 } }),
  )
  await expect(steps).toContainText('cart_value: The passed amount is not a whole number of cents')
})

test('everything works from the keyboard', async ({ demo, page }) => {
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
  await expect(page.locator('#events button')).toContainText('At the API')
  await page.getByRole('group', { name: 'The API' }).getByRole('radio', { name: 'fine' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => demo.faults.read().api).toBe('503')
  await tabTo('At the API')
  await page.keyboard.press('Enter')
  await tabTo('request')
  await page.keyboard.press('Enter')
  await expect(page.locator('#steps pre').first()).toContainText('"order_number"')
})

test('on a phone everything fits, texts are large, and a chosen event is visible', async ({ demo, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, demo.shop.url)
  await placeOrder(page)
  await page.getByRole('button', { name: /^Order/ }).click()
  await expect(page.locator('#detail-title')).toBeInViewport()
  await expect(page.locator('#events')).toContainText('At the API')
  for (const summary of await page.locator('summary').all()) await summary.click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const heights = await page.evaluate(() =>
    ['#picture', '#events', '.shop', '#faults'].map(
      (name) => document.querySelector(name)?.getBoundingClientRect().top,
    ),
  )
  expect(heights).toEqual(heights.toSorted((one, other) => Number(one) - Number(other)))
  expect(await findSmallText(page)).toEqual([])
})

test('shop’s page and proxy try a waiting event at once on request', async ({ demo, page }) => {
  await open(page, demo.shop.url)
  await demo.faults.change({ line: 'cut' })
  await placeOrder(page)
  await expect(page.locator('#steps')).toContainText(/tried \d+ times/)
  const tryNow = page.getByRole('button', { name: 'Try now' })
  await tryNow.click()
  await expect(page.locator('#tried')).toHaveText('The shop’s page sends its events now.')
  await demo.faults.change({ line: 'fine', api: '503' })
  const readProgress = async () => {
    await tryNow.click()
    return page.locator('#detail-progress').innerText()
  }
  await expect.poll(readProgress).toBe('Waits in the proxy')
  await tryNow.click()
  await expect(page.locator('#tried')).toContainText('The proxy sends it within seconds')
})

test('axe finds nothing, light or dark, and reduced motion stops the dots', async ({ demo, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, demo.shop.url)
  await demo.faults.change({ api: '503' })
  await placeOrder(page)
  await expect(page.locator('.dot[data-stage=waiting]')).toHaveCSS('transition-duration', '0s')
  await demo.faults.change({ api: 'fine' })
  await expect(page.locator('#events')).toContainText('At the API')
  await demo.faults.change({ line: 'cut' })
  await placeOrder(page)
  await expect(page.locator('#events')).toContainText('Waits in the browser')
  for (const summary of await page.locator('summary').all()) await summary.click()
  expect(await findBarriers(page)).toEqual([])
  const inFrame = page.frameLocator('iframe').locator('h1')
  await inFrame.evaluate((heading) => heading.append(document.createElement('button'))) // a real violation would be found
  expect(await findBarriers(page)).toEqual(['button-name: iframe h1 > button'])
})

test('the page says that the demo does not answer, and recovers', async ({ demo, page }) => {
  await page.route('**/inspector/state', (route) => route.abort('connectionrefused'))
  await page.goto(`${demo.shop.url}/inspector`)
  await expect(page.getByRole('alert')).toContainText('does not answer')
  await page.unrouteAll()
  await expect(page.locator('#statement')).toHaveText('The shop has no orders yet.')
  await expect(page.getByRole('alert')).toBeHidden()
})
