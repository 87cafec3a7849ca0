/** Promise: three steps lead from one line to a test order at the API, and each screen says only what is to be done. */
import { readFileSync } from 'node:fs'
import { findBarriers } from '../../support/axe.js'
import { expect, test } from '../../support/setup.js'
import { readConverted } from '../../support/storefront.js'
import { LAYER, SHOWN, TAG } from '../../support/verified-page.js'

const EMAIL = 'ada@example.com'

/** A hostile page: it reports in the examiner's name. */
const REPORTS = `
const token = new URLSearchParams(location.search).get('ringup-verify')
const report = (page, proposal) =>
  opener.postMessage({ ringup: 'verify', token, report: { page, parts: ['number'], findings: [], proposal } }, '*')`

test('a page with a data layer needs one line, one look and one click', async ({ setup, page, api, storefront }) => {
  await setup.open()
  await page.getByRole('button', { name: 'Copy: Line for every page' }).click()
  const opened = await setup.openShop(LAYER + (await page.evaluate(() => navigator.clipboard.readText())))
  await expect(page.locator('#proposal')).toContainText('An order is reported on: purchase')
  await setup.save()
  await expect(setup.results).toContainText('Saved at the proxy')
  await expect(setup.results).toContainText('Your shop serves these settings. Browsers may use the old ones until')
  await expect(setup.results).toContainText('The test order reached the API. The API answered 400')
  await expect(setup.state(3)).toHaveText('done')
  expect(await readConverted(api)).toEqual([])
  await storefront.beginSession(EMAIL)
  await opened.reload()
  await expect(setup.found).toContainText('Sent: found')
  await expect.poll(() => readConverted(api)).toMatchObject([{ email: EMAIL, order_number: 'A-1' }])
  // Success is five lines and nothing else.
  await expect(opened.locator('ringup-debug .lines li')).toHaveCount(5)
  await expect(opened.locator('ringup-debug .content button:visible')).toHaveText(Array(4).fill('Change'))
  await expect(opened.locator('ringup-debug .finding')).toHaveCount(0)
})

test('a page that needs no settings is only tested', async ({ setup, page }) => {
  await setup.open()
  await expect(page.locator('#proposal')).toContainText('No settings are proposed yet.')
  await setup.openShop(LAYER + TAG.replace('data-', 'data-convert-on="purchase" data-'))
  await expect(page.locator('#proposal')).toContainText('This page needs no settings: test it.')
  await setup.save()
  await expect(setup.results).toContainText('accepted a test order')
  await expect(setup.results).not.toContainText('Your shop serves these settings.')
})

test('a page that only shows its order is filled in by four clicks', async ({ setup, page, api, storefront }) => {
  await setup.open()
  const opened = await setup.openShop(SHOWN + TAG)
  await expect(setup.found).toContainText('Connected, waiting for an order.')
  const bar = opened.locator('ringup-debug')
  for (const [words, at] of [
    ['the order number', '#n'],
    ['the total', '.sum'],
    ['the e-mail address', '#m'],
    ['a product', '.line a >> nth=0'],
  ] as const) {
    await bar.getByRole('button', { name: `Point at ${words}` }).click()
    await opened.locator(at).click()
  }
  await opened.reload() // as after a line was added to the template
  await expect(bar.locator('.lines')).toContainText('Number: 1001')
  await expect(bar.locator('.lines')).toContainText('Total: 36.98 €')
  await expect(bar.locator('.lines')).toContainText('E-mail: a…@m….com')
  await expect(bar.locator('.lines')).toContainText('Products: 2 × Blue mug, 1 × Green tea')
  await expect(setup.found).toContainText('Products: found')
  await page.getByRole('button', { name: 'Show the new settings' }).click()
  await expect(page.locator('#proposal')).toContainText('Products')
  expect(await findBarriers(page)).toEqual([])
  await setup.save()
  await expect(setup.state(3)).toHaveText('done')
  await storefront.beginSession('ada@mail.example.com')
  await opened.reload()
  await expect
    .poll(() => readConverted(api))
    .toMatchObject([{ email: 'ada@mail.example.com', order_number: '1001', cart_value: 3698 }])
})

test('a line that the operator leaves out is not saved', async ({ setup, page, storefront }) => {
  await setup.open()
  await setup.openShop(SHOWN.replace('class="sum"', 'class="sum" data-ringup="order_number"') + LAYER + TAG)
  await page.getByRole('checkbox', { name: /An order is reported on/ }).uncheck()
  await setup.save()
  await expect(setup.results).toContainText('accepted a test order')
  const script = await (await page.request.get(`${storefront.url}/ringup/ringup.js`)).text()
  expect(script).not.toContain('convertOn":"purchase"')
})

test('a drawn proposal stays until the operator asks for the new one', async ({ setup, page, storefront }) => {
  storefront.serve('/swap', `<!doctype html><html lang="en"><title>Swap</title><script>${REPORTS}</script>`)
  await setup.open()
  await page.getByLabel('Page to open').fill(`${storefront.url}/swap`)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open my shop' }).click()
  const opened = await opening
  await opened.evaluate(`report('first', { convertOn: 'purchase' })`)
  await expect(page.locator('#proposal')).toContainText('purchase')
  await opened.evaluate(`report('second', { convertOn: 'swapped' })`)
  await expect(setup.found).toContainText('second')
  await setup.save()
  await expect(setup.results).toContainText('The page now proposes other settings.')
  await expect(setup.state(3)).toHaveText('needs attention')
  const readScript = async () => (await page.request.get(`${storefront.url}/ringup/ringup.js`)).text()
  expect(await readScript()).not.toContain('convertOn":')
  await page.getByRole('button', { name: 'Show the new settings' }).click()
  await expect(page.locator('#proposal')).toContainText('swapped')
  await expect(page.getByRole('button', { name: 'Show the new settings' })).toBeHidden()
  await expect(setup.state(3)).toHaveText('to do')
  await setup.save()
  await expect(setup.results).toContainText('Saved at the proxy')
  expect(await readScript()).toContain('"convertOn":"swapped"')
})

test('only the operator saves, and a signed-out person is told so', async ({ setup, page }) => {
  await setup.open()
  await setup.openShop(LAYER + TAG)
  await expect(page.locator('#proposal')).toContainText('purchase')
  await setup.signOut()
  await setup.save()
  await expect(setup.results).toContainText('Only the operator may save. Sign in, and press again.')
  await expect(setup.state(3)).toHaveText('needs attention')
  expect(await findBarriers(page)).toEqual([])
})

test('step 3 stays open while the shop still serves the old settings', async ({ setup, page, context, storefront }) => {
  await setup.open()
  const opened = await setup.openShop(LAYER + TAG)
  await expect(page.locator('#proposal')).toContainText('purchase')
  const old = await (await page.request.get(`${storefront.url}/ringup/ringup.js`)).text()
  await context.route('**/ringup/ringup.js', (route) => route.fulfill({ body: old, contentType: 'text/javascript' }))
  await setup.save()
  await expect(setup.results).toContainText('Waiting until the script at your shop’s address has the proxy’s settings')
  await opened.waitForResponse(/ringup\.js/)
  await expect(setup.state(3)).toHaveText('waiting')
  await context.unroute('**/ringup/ringup.js')
  await expect(setup.state(3)).toHaveText('done')
})

test('the page follows the shopper from the home page to the thank-you page', async ({ setup, storefront }) => {
  await setup.open()
  const link = '<a href="/thanks">Go on</a>'
  storefront.serve(
    '/thanks',
    `<!doctype html><html lang="en"><title>Shop</title>${LAYER + TAG}<a href="/thank-you">Home</a>`,
  )
  const opened = await setup.openShop(link + TAG)
  await expect(setup.found).toContainText('Connected, waiting for an order.')
  await opened.getByRole('link').click()
  await expect(setup.found).toContainText('Number: found')
  await opened.getByRole('link').click()
  await expect(opened.locator('ringup-debug')).toBeAttached()
  await expect(setup.found).toContainText('Number: found')
})

test('a shop that changes its address before the bar is there stays linked', async ({ setup, context }) => {
  await context.route('**/ringup-debug.js', async (route) => {
    await route
      .request()
      .frame()
      .evaluate(() => history.replaceState(null, '', '/elsewhere'))
    await route.continue()
  })
  await setup.open()
  const opened = await setup.openShop(LAYER + TAG)
  await expect(setup.found).toContainText('Number: found')
  expect(new URL(opened.url()).pathname).toBe('/elsewhere')
})

test('a page that is left before the bar is there is to be opened again', async ({ setup }) => {
  await setup.open()
  const opened = await setup.openShop(TAG)
  await opened.goto(`${new URL(opened.url()).origin}/thank-you?later`)
  await expect(setup.found).toContainText('If you left it before its bar was there, open it again.')
  await setup.openShop(LAYER + TAG)
  await expect(setup.found).toContainText('Number: found')
})

const PAGES: [what: string, html: string, sentence: string, policy?: string][] = [
  [
    'consent that waits',
    LAYER + TAG.replace('data-', 'data-consent="required" data-'),
    'has not answered the consent banner',
  ],
  ['a policy against the script', LAYER + TAG, 'The page does not answer.', `script-src 'none'`],
  ['a tag without data-debug', LAYER + TAG.replace(' data-debug="ask"', ''), 'The page does not answer.'],
]
for (const [what, html, sentence, policy] of PAGES)
  test(`a page with ${what} is told apart`, async ({ setup, page }) => {
    await setup.open()
    await setup.openShop(html, policy)
    await expect(setup.found).toContainText(sentence)
    await expect(setup.found).not.toContainText(/@|A-1/)
    expect(await findBarriers(page)).toEqual([])
  })

test('a policy against events is named, with its address', async ({ setup, storefront }) => {
  await setup.open()
  const opened = await setup.openShop(
    LAYER + TAG.replace('data-', 'data-convert-on="purchase" data-'),
    `connect-src 'none'`,
  )
  await expect(setup.found).toContainText(`Add ${storefront.url} to connect-src.`)
  await opened.close()
})

test('windows that are kept apart: the settings are pasted', async ({ setup, page }) => {
  await setup.open()
  await setup.openShop(TAG, '', { 'cross-origin-opener-policy': 'same-origin' })
  await expect(setup.found).toContainText('keeps windows apart')
  await page.getByText('My shop’s page cannot answer').click()
  await page
    .getByLabel('Settings', { exact: true })
    .fill('{"selectors":{"order_number":"strong"},"endpoint":"https://evil.example"}')
  await expect(page.locator('#proposal')).toContainText('has no class, id or attribute')
  await expect(page.locator('#proposal')).not.toContainText('evil')
  await page.getByRole('checkbox').check()
  await expect(page.getByRole('button', { name: 'Save and test' })).toBeDisabled()
  await page.getByLabel('Settings', { exact: true }).fill('{"convertOn":"load","selectors":{"order_number":".no"}}')
  await setup.save()
  await expect(setup.results).toContainText('Saved at the proxy')
})

test('a blocked window: a link opens the page, which answers', async ({ setup, page, storefront }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await setup.open()
  storefront.serve('/thank-you', `<!doctype html>${LAYER + TAG}`)
  await page.getByLabel('Page to open').fill(`${storefront.url}/thank-you`)
  await page.getByRole('button', { name: 'Open my shop' }).click()
  await page.locator('#shop-page a').click()
  await expect(setup.found).toContainText('Number: found')
})

test('a file for another system is downloaded from the proxy', async ({ setup, page }) => {
  await setup.open('platform=shopify')
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download custom-pixel.js' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('custom-pixel.js')
  expect(readFileSync(await download.path(), 'utf8')).toContain('globalThis.RINGUP = {')
})
