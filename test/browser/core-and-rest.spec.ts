/** Promise: most pages load the core only. A page that needs the rest loads it, and without it no order is lost. */
import type { Page } from '@playwright/test'
import { convert, expect, readConverted, test, toPage } from '../support/storefront.js'

const CORE = 'ringup.js'
const REST = 'ringup-rest.js'

/** Waits until the page is idle. */
const letIdle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 1_000))))

const readNumbers = async (api: Parameters<typeof readConverted>[0]) =>
  (await readConverted(api)).map(({ order_number }) => order_number)

test('an order over 48 KiB waits for the rest, which shortens it', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder({ items: 160 })
  expect(JSON.stringify(order).length).toBeGreaterThan(48 * 1_024)
  await page.goto('/')
  expect(await convert(page, order)).toMatchObject({ status: 'accepted' })
  await expect.poll(() => readNumbers(api)).toEqual([order.cart_data.order_number])
  expect(storefront.scripts()).toEqual([CORE, REST])
})

test.describe('a marked form', () => {
  const FORM = `<form data-add-to-list="newsletter">
    <input name="email" type="email" aria-label="E-mail"><input name="first_name" aria-label="First name">
    <button>Join</button></form>`
  const stay = (page: Page) =>
    page.evaluate(() => addEventListener('submit', (event) => event.preventDefault(), { once: true }))
  const readCustomers = async (api: { customers(): Promise<{ email: string; first_name?: string }[]> }) =>
    (await api.customers()).map(({ email, first_name }) => [email, first_name])

  test('that is rendered late loads the rest when it gets focus', async ({ storefront, api, page }) => {
    await page.goto('/')
    await page.evaluate((form) => {
      document.body.innerHTML = form
    }, FORM)
    await stay(page)
    await letIdle(page)
    expect(storefront.scripts()).toEqual([CORE])
    const rest = page.waitForResponse(/ringup-rest/)
    await page.getByLabel('E-mail').fill('late@example.com')
    await (await rest).finished()
    await page.getByLabel('First name').fill('Ada')
    await page.getByRole('button').click()
    await expect.poll(() => readCustomers(api)).toEqual([['late@example.com', 'Ada']])
  })

  test('that is submitted before the rest has loaded sends all its fields', async ({ storefront, api, page }) => {
    let letLoad = () => {}
    const held = new Promise<void>((resolve) => {
      letLoad = resolve
    })
    await page.route(/ringup-rest/, (route) => held.then(() => route.continue()))
    storefront.serve('/form', toPage({ body: FORM }))
    await page.goto('/form')
    await stay(page)
    await page.getByLabel('E-mail').fill('early@example.com')
    await page.getByLabel('First name').fill('Ada')
    await page.getByRole('button').click()
    letLoad()
    await expect.poll(() => readCustomers(api)).toEqual([['early@example.com', 'Ada']])
  })
})

test('a failed import is retried immediately, with another address', async ({ storefront, api, page }) => {
  await page.route(/ringup-rest/, (route) => route.abort('connectionreset'), { times: 1 })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
  const { email, cart_data } = await storefront.newOrder()
  const body = `<b data-ringup="email">${email}</b><b data-ringup="order_number">${cart_data.order_number}</b>`
  storefront.serve('/order', toPage({ tag: 'data-convert-on="load"', body }))
  await page.goto('/order')
  await expect.poll(() => readNumbers(api)).toEqual([cart_data.order_number])
  const [first, ...later] = asked.filter((address) => address.includes('ringup-rest'))
  expect(later).toEqual([`${first}?1`, `${first}?1`]) // fetched, then imported from the cache
})
