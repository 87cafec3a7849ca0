/** Promise: `ringup check --page` opens the page in the Chromium of the machine too, and says what its panel tells. */
import { test } from '@playwright/test'
import { lookInBrowser } from '../../src/proxy/operate/commands/check/in-browser.js'
import { DEFAULTS } from '../../src/setup/choices/choices.js'
import { toEnvironment } from '../../src/setup/texts/environment.js'
import { findChromium, launchArguments } from '../support/chromium/find.js'
import { type CopiedShop, expect, startShop } from '../support/setup.js'

const LAYER = `<script>dataLayer = [${JSON.stringify({
  event: 'purchase',
  user_data: { email: 'ada@example.com' },
  ecommerce: { transaction_id: 'A-1', value: 19.99, items: [{ item_id: 'MUG-1', price: 19.99, quantity: 1 }] },
})}]</script>`
const TAG = '<script async src="/ringup/ringup.js" data-convert-on="purchase" data-debug="ask"></script>'
/** As Tag Manager's custom HTML does. */
const ADDED = `<script>
  const tag = document.createElement('script')
  tag.src = '/ringup/ringup.js'
  tag.dataset.convertOn = 'purchase'
  tag.dataset.debug = 'ask'
  document.head.append(tag)
</script>`

/** Far more than any machine needs; a page that says nothing is waited for no longer than it takes to show. */
const PATIENCE_MS = 280_000

let shop: CopiedShop
test.beforeEach(async () => {
  shop = await startShop()
  const choices = { ...DEFAULTS, origin: shop.url, endpoint: `${shop.url}/ringup`, apiUrl: shop.apiUrl }
  await shop.startProxy(toEnvironment(choices, []))
})
test.afterEach(() => shop.stop())

async function look(html: string, patienceMs = PATIENCE_MS) {
  shop.serve('/thank-you', `<!doctype html><html lang="en"><title>Shop</title>${html}`, '')
  const how = { chromium: findChromium() ?? 'chromium', flags: launchArguments(), patienceMs }
  const lines: string[] = []
  for await (const { as, sentence } of lookInBrowser(`${shop.url}/thank-you`, how)) lines.push(`${as} ${sentence}`)
  return lines
}

for (const [what, tag] of [
  ['in its HTML', TAG],
  ['that a script adds', ADDED],
] as const)
  test(`a page with a tag ${what} sends a test order`, async () => {
    const lines = await look(LAYER + tag)
    expect(lines).toContain('ok Found on the page: email, order_number, cart_value, cart_item_count, 1 item.')
    expect(lines).toContain('ok The proxy has taken a test order with what this page says.')
    expect(lines.join()).not.toMatch(/@|A-1|problem/)
  })

test('a page without an order has its connection tried', async () => {
  expect(await look(TAG)).toContain('warning The page shows no order.')
})

test('a page without a tag says nothing', async () => {
  expect(await look(LAYER, 1_000)).toEqual([expect.stringMatching(/^problem In Chromium the page says nothing\./)])
})
