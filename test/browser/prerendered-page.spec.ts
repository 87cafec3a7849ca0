/** Promise: a page that Chromium prerenders reports its order when the shopper sees it, once, and never before. */
import { type OwnChromium, test } from '../support/own-chromium.js'
import { expect, readEffects, type Storefront, type TestOrder, toPage } from '../support/storefront.js'

const CALLED = '/signal?called-while-prerendering'
const ACTIVATED = '/signal?activated'

/** A page that is prerendered, calls convert(), and tells the server what state it was in. */
const toThankYouPage = (order: TestOrder) =>
  toPage({
    body: `<script>
      document.addEventListener('prerenderingchange', () => fetch('${ACTIVATED}'))
      convert(${JSON.stringify(order)})
      // Later than anything that the call or the loading of the page could set off.
      addEventListener('load', () => setTimeout(() => document.prerendering && fetch('${CALLED}'), 500))
    </script>`,
  })

/** A page that has its browser prerender `/thank-you`, and goes on when the server says where to. */
const LINKING_PAGE = toPage({
  body: `<script type="speculationrules">{ "prerender": [{ "urls": ["/thank-you"], "eagerness": "immediate" }] }</script>
    <script>
      const look = async () => {
        const path = await (await fetch('/where-to')).text()
        if (path.startsWith('/')) location.href = path
        else setTimeout(look, 50)
      }
      look()
    </script>`,
})

async function prerenderThankYou(storefront: Storefront, ownChromium: OwnChromium) {
  const order = await storefront.newOrder()
  storefront.serve('/thank-you', toThankYouPage(order))
  storefront.serve('/review', LINKING_PAGE)
  storefront.serve('/where-to', 'stay')
  await ownChromium.startAt(`${storefront.url}/review`)
  await expect.poll(() => storefront.visits(), { timeout: 15_000 }).toContain(CALLED)
  return order
}

test('an order called while prerendering waits for the shopper, then is sent once', async ({
  storefront,
  api,
  ownChromium,
}) => {
  const order = await prerenderThankYou(storefront, ownChromium)
  expect(storefront.arrivals()).toEqual([])

  storefront.serve('/where-to', '/thank-you')
  await expect.poll(() => storefront.visits()).toContain(ACTIVATED)
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  expect(storefront.arrivals()).toHaveLength(1)
})

test('an order of a prerendered page that nobody sees is never sent', async ({ storefront, api, ownChromium }) => {
  await prerenderThankYou(storefront, ownChromium)
  const other = await storefront.newOrder()
  const script = `ringup.flush().then(() => convert(${JSON.stringify(other)}))`
  storefront.serve('/elsewhere', toPage({ body: `<script>addEventListener('load', () => ${script})</script>` }))
  storefront.serve('/where-to', '/elsewhere')
  await expect.poll(() => readEffects(api)).toEqual([other.cart_data.order_number])
  expect(storefront.arrivals()).toHaveLength(1)
})
