/** Promise: the bar says what an order lacks, shows no e-mail address, and changes nothing about what is sent. Its sentences are in test/unit/examine. */
import type { Page } from '@playwright/test'
import { findBarriers } from '../support/axe.js'
import { EMAIL, loadPanel, order, test } from '../support/panel.js'
import { expect, toPage } from '../support/storefront.js'
import { SHOWN } from '../support/verified-page.js'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const toPurchase = (ecommerce: object, more: object = { user_data: { email: EMAIL } }) =>
  `<script>(window.dataLayer = window.dataLayer || []).push(${JSON.stringify({ event: 'purchase', ecommerce, ...more })})</script>`

const MARKED = `<p>Order <b data-ringup="order_number">1001</b> of <b data-ringup="email">${EMAIL}</b></p>
  <ul><li data-ringup-item><b data-ringup="product_id">MUG-1</b> <b data-ringup="price">€ 12.99</b></li></ul>`

test('the page’s policy is named, also if it blocked before the bar was there', async ({ storefront, page, panel }) => {
  storefront.serve('/strict', toPage(), { 'content-security-policy': `connect-src 'none'` })
  for (const isFirst of [true, false]) {
    await page.goto('/strict')
    if (isFirst) await panel.open()
    await page.evaluate(() => fetch('/ringup/').catch(() => {})) // without a retry
    if (!isFirst) await panel.open()
    await expect(panel.headline).toContainText('(Content-Security-Policy) blocks the proxy')
  }
})

test('a refusal before the bar was there is named', async ({ page, panel }) => {
  await page.goto('/')
  await page.evaluate(() => window.convert({ cart_data: { order_number: '1' } }))
  await panel.open()
  await expect(panel.headline).toContainText('The proxy refused the event before this bar was there.')
})

test('a blocked rest is named', async ({ page, panel }) => {
  await page.route(/ringup-rest/, (route) => route.abort('blockedbyclient'))
  await panel.openOn(toPage({ tag: 'data-convert-on="load"', body: MARKED }))
  await expect(panel.headline).toContainText('cannot load its second file, ringup-rest-')
})

test('a misspelt setting is named in the console, once', async ({ page, panel }) => {
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await panel.openOn(toPage({ tag: 'data-consnet="required" data-cfasync="false"' }))
  await expect(panel.headline).toContainText('Did you mean data-consent?')
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2_500))) // the bar reads the page each second
  expect(warnings).toEqual(['Ringup: data-consnet is not a setting. Did you mean data-consent?'])
})

test('by keyboard: arrows move, Enter picks, Escape ends, and the page sees no click', async ({ page, panel }) => {
  await panel.openOn(toPage({ body: SHOWN }))
  await panel.press('Point at a product')
  await page.locator('.line a').first().click()
  await expect(panel.host.getByRole('alert')).toContainText('Click the order number first')
  expect(new URL(page.url()).pathname).toBe('/case') // the link was not followed
  await panel.openOn(toPage({ body: '<main><p>Order number: 1001</p></main>' }))
  await panel.button('Point at the order number').focus()
  await page.keyboard.press('Enter')
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'Enter'])
    await page.keyboard.press(key)
  await expect(panel.lines).toContainText('Number: 1001')
  await expect(panel.button('Change the order number')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(panel.button('Change the order number')).toBeFocused()
})

test('the settings and the report are copied, without an e-mail address', async ({ storefront, page, panel }) => {
  await page.goto(`${storefront.url}/?order=secret`)
  const { id } = await order(page)
  await panel.open()
  await panel.press('Copy the report for a developer')
  await expect(panel.host.locator('.result')).toHaveText('Report copied. E-mail addresses are masked.')
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(JSON.parse(text)).toMatchObject({ requests: [{ status: 202 }] })
  expect([text.includes(EMAIL), text.includes('secret'), id.length]).toEqual([false, false, 36])
  await panel.openOn(toPage({ head: toPurchase({ transaction_id: '5', items: [{ item_id: 'A', price: 1 }] }) }))
  await panel.press('Copy the settings')
  await expect(panel.host.locator('.result')).toContainText('Settings copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('"convertOn": "purchase"')
})

test('it is one bar, which no script and no style of the page reaches', async ({ storefront, page, panel }) => {
  await page.goto('/')
  await panel.load()
  await page.evaluate(async () => void (await import(`${location.origin}/ringup/ringup-debug.js?again`)))
  await expect(panel.toggle).toHaveCount(1)
  const plain = await panel.toggle.boundingBox()
  const css =
    '* { display: none !important; font: 50px serif !important; opacity: 0 !important } html, body { display: block !important; opacity: 1 !important }'
  storefront.serve('/loud', toPage({ head: `<style>${css}</style>` }))
  await page.goto('/loud')
  await panel.load()
  await expect(panel.toggle).toBeVisible()
  expect(await panel.toggle.boundingBox()).toEqual(plain)
  expect(await panel.host.evaluate((host) => getComputedStyle(host).opacity)).toBe('1')
  const usual = await page.context().newPage() // whose roots are as pages close them
  await usual.goto('/')
  await loadPanel(usual)
  await expect(usual.locator('ringup-debug')).toBeAttached()
  expect(await usual.evaluate(() => document.querySelector('ringup-debug')?.shadowRoot)).toBeNull()
})

/** A page that reports its order when it is clicked, so that the panel is there before. */
const SHOP = toPage({
  tag: 'data-convert-on="purchase"',
  body: `${MARKED}<button onclick='dataLayer.push({ ecommerce: null }, ${JSON.stringify({
    event: 'purchase',
    ecommerce: { transaction_id: '77', value: '1,299.00', items: [{ item_id: 'a', price: 12.5, quantity: 2 }] },
    user_data: { email: EMAIL },
  })})'>Buy</button>`,
})

test('what is sent is the same with it and without it', async ({ storefront, browser }) => {
  storefront.serve('/shop', SHOP)
  const sent = async (prepare: (page: Page) => Promise<unknown>) => {
    const page = await browser.newPage()
    await page.goto(`${storefront.url}/shop`)
    await prepare(page)
    const before = storefront.arrivals().length
    await page.getByRole('button', { name: 'Buy' }).click()
    await expect.poll(() => storefront.arrivals().slice(before)).toHaveLength(1)
    await expect.poll(() => page.evaluate(async () => (await window.ringup.status()).waiting)).toEqual([])
    const stored = await page.evaluate(() => Object.keys(localStorage))
    await page.close()
    const events = storefront.arrivals().slice(before)
    return [events.map(({ id: _, at: __, ...event }) => ({ ...event, age: 0 })), stored]
  }
  const without = await sent(async () => {})
  const withPanel = await sent(async (page) => {
    await loadPanel(page)
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    await page.mouse.click(width - 60, height - 36) // opens it
  })
  expect(withPanel).toEqual(without)
  expect(withPanel).toMatchObject([[{ kind: 'convert' }], []])
})

test('axe finds nothing in it, in the light and in the dark', async ({ page, panel }) => {
  await panel.openOn(SHOP)
  await page.getByRole('button', { name: 'Buy' }).click()
  await panel.content.evaluate((content) => content.append(document.createElement('button'))) // what there is would be found
  const own = (await findBarriers(page)).filter((barrier) => barrier.includes('ringup-debug'))
  expect(own).toEqual([expect.stringContaining('button-name')])
})

test('it writes nothing, asks nothing, and leaves every function as it was', async ({ storefront, page, panel }) => {
  storefront.serve('/shop', toPage({ body: MARKED }))
  await page.goto('/shop')
  await page.evaluate(() => window.ringup.status()) // the rest lists the events
  await expect.poll(() => storefront.scripts()).toEqual(['ringup.js', 'ringup-rest.js'])
  await page.evaluate(() =>
    Object.assign(window, { before: [fetch, XMLHttpRequest.prototype.send, history.pushState] }),
  )
  const look = () =>
    page.evaluate(async () => ({
      globals: Object.getOwnPropertyNames(window),
      stored: [{ ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases()],
      same: [fetch, XMLHttpRequest.prototype.send, history.pushState].map(
        (each, index) => each === Object(window).before[index],
      ),
      body: document.body.outerHTML,
    }))
  const [before, visited] = [await look(), storefront.visits().length]
  await panel.open()
  await page.evaluate(() => document.querySelector('[data-ringup=order_number]')?.replaceChildren('1002'))
  await expect(panel.lines).toContainText('Number: 1002')
  await page.evaluate(() => document.querySelector('[data-ringup=order_number]')?.replaceChildren('1001'))
  await expect(panel.lines).toContainText('Number: 1001')
  expect(await look()).toEqual(before)
  expect(storefront.visits().slice(visited)).toEqual(['/ringup/ringup-debug.js'])
})

test('the keyboard reaches it, opens it and closes it, unnoticed by the page', async ({ storefront, page, panel }) => {
  const listen = `<script>keys = []; addEventListener('keydown', ({ key }) => keys.push(key))</script>`
  storefront.serve('/shop', toPage({ head: listen, body: '<a href="/">Home</a>' }))
  await page.goto('/shop')
  await panel.load()
  await page.getByRole('link').focus()
  await page.keyboard.press('Tab')
  await expect(panel.toggle).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel.content).toBeVisible()
  await expect(panel.content.getByRole('button', { name: 'Point at the order number' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel.content).toBeHidden()
  await expect(panel.toggle).toBeFocused()
  expect(await page.evaluate('keys')).toEqual(['Tab'])
})

test('on a phone it is a sheet as wide as the screen', async ({ page, panel }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  await page.emulateMedia({ reducedMotion: 'reduce' }) // else it rises
  const head = '<meta name="viewport" content="width=device-width">'
  await panel.openOn(toPage({ head, body: MARKED }))
  const { x, width, y, height } = (await panel.host.locator('.bar').boundingBox()) ?? {}
  expect([x, width, (y ?? 0) + (height ?? 0)]).toEqual([0, 390, 780])
  const sizes = await panel.content.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
  expect(sizes).toEqual([390, 390])
})

test('a strict page reports no violation for it', async ({ storefront, page, panel }) => {
  const policy = `default-src 'none'; script-src 'nonce-c2hvcA'; connect-src 'self'; require-trusted-types-for 'script'`
  const watch = `<script nonce="c2hvcA">violations = []
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => violations.push(violatedDirective + ' ' + blockedURI))
  </script>`
  const html = toPage({ head: watch, tag: 'nonce="c2hvcA" data-debug="panel"', body: MARKED }).replace(/<link .*>/, '')
  storefront.serve('/strict', html, { 'content-security-policy': policy })
  await page.goto('/strict')
  await panel.toggle.click()
  await panel.press('Point at the total')
  await page.keyboard.press('ArrowDown')
  await expect(panel.host.locator('.box')).toHaveCount(1)
  expect(await page.evaluate('violations')).toEqual([])
})

const ODD: [what: string, script: string][] = [
  ['a data layer that throws', 'Object.defineProperty(window, "dataLayer", { get() { throw Error("no") } })'],
  ['a data layer of another kind', 'dataLayer = 7'],
  ['entries that throw', 'dataLayer = [{ get event() { throw Error("no") } }, null, 7, "x", [], { event: {} }]'],
  ['another thing called ringup', 'addEventListener("load", () => { ringup = { status() { throw Error("no") } } })'],
  ['a status of another form', 'addEventListener("load", () => { ringup = { status: () => 7 } })'],
  [
    'outcomes of another form',
    'addEventListener("load", () => setTimeout(() => document.dispatchEvent(new Event("ringup"))))',
  ],
  ['storage that is refused', 'Object.defineProperty(window, "localStorage", { get() { throw Error("no") } })'],
]

test('it works on a page that is odd in any way', async ({ page, panel }) => {
  for (const [what, script] of ODD) {
    await panel.openOn(toPage({ head: `<script>${script}</script>`, body: MARKED }))
    await page.evaluate(() => document.dispatchEvent(new Event('ringup')))
    await expect(panel.lines.locator('li'), what).toHaveCount(5)
    await expect(panel.toggle, what).not.toContainText('itself has failed')
  }
})
