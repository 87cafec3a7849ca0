/** Promise: a shopper's markup with the name of a property of the document does not hide the shop's settings or its orders. */
import { expect, test, toPage } from '../support/storefront.js'

const NAMES =
  `currentScript querySelector querySelectorAll addEventListener dispatchEvent readyState hidden visibilityState
  body head documentElement cookie forms URL baseURI location scripts createElement prerendering contains`.split(/\s+/)

const MARKUP: [what: string, markup: string][] = [
  ['nothing', ''],
  ...NAMES.map((name): [string, string] => [name, `<img name="${name}">`]),
  ['two pictures', '<img name="currentScript"><img name="currentScript">'],
  ['a form that also has a field of this name', '<form name="currentScript"><input name="tagName"></form>'],
  ['a frame of another origin', '<iframe name="currentScript" sandbox srcdoc="Hello"></iframe>'],
  ['all', NAMES.map((name) => `<img name="${name}">`).join('')],
]

const order = { email: 'ada@example.com', cart_data: { order_number: 'A-1' } }

test('an element named like a property does not hide that consent is required', async ({ storefront, page }) => {
  for (const [what, markup] of MARKUP) {
    storefront.serve('/', toPage({ head: markup, tag: 'data-consent="required"' }))
    await page.goto('/')
    const outcome = await page.evaluate((own) => window.convert(own), order)
    expect(outcome, what).toMatchObject({ status: 'held', reason: 'required' })
  }
  expect(storefront.arrivals()).toEqual([])
})

test('an element named like a property does not hide an order that the page shows', async ({ storefront, page }) => {
  for (const [what, markup] of MARKUP) {
    const shown = `<b id="no">${what.replace(/\W/g, '-')}</b><i id="mail">ada@example.com</i><u id="total">5.00</u>`
    const selectors = `{"order_number":"#no","email":"#mail","cart_value":"#total"}`
    storefront.serve('/', toPage({ head: markup + shown, tag: `data-convert-on="load" data-selectors='${selectors}'` }))
    await page.goto('/')
    await expect.poll(() => storefront.arrivals().length, what).toBe(MARKUP.findIndex(([name]) => name === what) + 1)
  }
})

test('a base element does not name where code or orders go', async ({ storefront, page }) => {
  const base = '<base href="http://evil.example/">'
  const hosts: string[] = []
  page.on('request', (request) => hosts.push(new URL(request.url()).host))
  storefront.serve('/', toPage({ tag: 'data-endpoint="/ringup/" async', body: base }))
  await page.goto('/')
  await page.waitForFunction(() => typeof window.convert === 'function')
  const outcome = await page.evaluate((own) => window.convert(own), order)
  expect(outcome.status).toBe('accepted')
  await page.evaluate(() => window.ringup.status()) // the rest is imported
  expect(new Set(hosts).size).toBe(1)
})
