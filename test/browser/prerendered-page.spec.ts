/** Promise: a prerendered page reports its order only when it is shown, and then once. */
import { expect, readEffects, test, toIds, toPage } from '../support/storefront.js'
import { CHROMIUM } from '../survival/engines/playwright.js'

test('the order of a prerendered page is sent when the page is shown', async ({ storefront, api }, info) => {
  const { email } = await storefront.newOrder()
  const order = { event: 'purchase', ecommerce: { transaction_id: 'A-1' }, user_data: { email } }
  storefront.serve(
    '/thank-you',
    toPage({
      tag: 'data-convert-on="purchase"',
      head: `<script>
        dataLayer = [${JSON.stringify(order)}]
        if (document.prerendering) addEventListener('load', () => setTimeout(() => fetch('/rendered-ahead'), 500))
      </script>`,
    }),
  )
  const rules = { prerender: [{ source: 'list', urls: ['/thank-you'], eagerness: 'immediate' }] }
  storefront.serve('/go', 'wait')
  storefront.serve(
    '/checkout',
    `<!doctype html><html lang="en"><title>Checkout</title>
    <script type="speculationrules">${JSON.stringify(rules)}</script>
    <script>
      async function goOn() {
        const answer = await fetch('/go')
        if ((await answer.text()) === 'go') location.assign('/thank-you')
        else setTimeout(goOn, 100)
      }
      goOn()
    </script>`,
  )
  const visit = CHROMIUM.visit(info.outputPath('profile'), `${storefront.url}/checkout`) // an attached debugger prevents prerendering
  try {
    await expect.poll(() => storefront.visits()).toContain('/rendered-ahead')
    expect(storefront.scripts()).toEqual(['ringup.js', 'ringup-rest.js']) // the order has no items
    expect(storefront.arrivals()).toEqual([])
    storefront.serve('/go', 'go')
    await expect.poll(() => readEffects(api)).toEqual(['A-1'])
  } finally {
    await visit.kill()
  }
  expect(toIds(storefront)).toHaveLength(1)
  expect(storefront.visits().filter((path) => path === '/thank-you')).toHaveLength(1) // not reloaded
})
