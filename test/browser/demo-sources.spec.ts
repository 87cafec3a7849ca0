/** Promise: however the thank-you page speaks, and in whatever currency, the order arrives once and to the cent. */
import { readFileSync } from 'node:fs'
import { type Market, markets } from '../../demo/shop/markets.js'
import { type PageSource, readSources } from '../../demo/shop/sources/index.js'
import { expect, readConverted, readEffects, test, toExpected } from '../support/shop.js'

test.use({ options: { pageProbe: true } })

const sources = readSources(readFileSync('dist/ringup.js', 'utf8'))
const [euro] = markets
interface Row {
  source: PageSource
  market: Market
  leave: boolean
}
/** Leaving at once is the harder case: each source that can is tried in it. Each has another market. */
const ROWS: Row[] = sources.map((source, index) => ({
  source,
  market: markets[index % markets.length] ?? euro,
  leave: !source.stays,
}))

test('an order of each kind of page arrives once, also from a page that is left at once', async ({ shop, api }) => {
  const expected: unknown[] = []
  const numbers: string[] = []
  for (const [index, { source, market, leave }] of ROWS.entries()) {
    await shop.choose(source, market)
    await shop.checkOut({ leave, email: `shopper-${index}@example.com` })
    const order = await shop.placeOrder()
    expected.push(toExpected(order))
    numbers.push(order.number)
    await expect.poll(() => readConverted(api), `${source.name} in ${market.id}`).toEqual(expected)
    await expect.poll(() => shop.waiting()).toEqual([])
  }
  await shop.open('/account')
  expect(await readEffects(api)).toEqual(numbers)
})

test('a single-page checkout loads no page', async ({ shop, page, demo }) => {
  const source = sources.find(({ singlePage }) => singlePage)
  await shop.choose(source ?? sources[0], euro)
  await shop.checkOut()
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  const order = await shop.placeOrder()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  await expect.poll(() => demo.eventLog.journeys()[0]?.order).toBe(order.number)
})
