/** Promise: `ringup check --page` opens the page in the Chromium of the machine too, and says what its panel tells. */
import { test } from '@playwright/test'
import { lookInBrowser } from '../../src/proxy/operate/commands/check/in-browser.js'
import { DEFAULTS } from '../../src/setup/choices/choices.js'
import { toEnvironment } from '../../src/setup/texts/environment.js'
import { findChromium, launchArguments } from '../support/chromium/find.js'
import { type CopiedShop, expect, startShop } from '../support/setup.js'
import { ADDED_TAG, LAYER, TAG } from '../support/verified-page.js'

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
  return collect({ chromium: findChromium() ?? 'chromium', flags: launchArguments(), patienceMs })
}

async function collect(how: Parameters<typeof lookInBrowser>[1]) {
  const lines: string[] = []
  for await (const { as, sentence } of lookInBrowser(`${shop.url}/thank-you`, how)) lines.push(`${as} ${sentence}`)
  return lines
}

for (const [what, tag] of [
  ['in its HTML', TAG],
  ['that a script adds', ADDED_TAG],
] as const)
  test(`a page with a tag ${what} sends a test order`, async () => {
    const lines = await look(LAYER + tag)
    expect(lines).toContain('ok Found on the page: email, order_number, cart_value, cart_item_count, 1 item.')
    expect(lines).toContain('ok The proxy has taken a test order with what this page says.')
    expect(lines.join()).not.toMatch(/@|A-1|problem/)
  })

test('a page without an order has its connection tried', async () => {
  expect(await look(TAG)).toEqual(
    expect.arrayContaining([
      'warning No order was found on this page.',
      'ok The connection works: the proxy answers (422), and takes events from this page.',
    ]),
  )
})

test('a page without a tag says nothing', async () => {
  expect(await look(LAYER, 1_000)).toEqual([expect.stringMatching(/^problem In Chromium the page does not answer\./)])
})

test('a browser that does not start, or ends at once, is what is wrong, and not the page', async () => {
  for (const [chromium, why] of [
    [import.meta.filename, /EACCES/],
    ['/bin/false', /it ended/],
  ] as const)
    expect(await collect({ chromium, patienceMs: PATIENCE_MS })).toEqual([
      expect.stringMatching(new RegExp(`^problem .*${chromium} .*${why.source}`)),
    ])
})
