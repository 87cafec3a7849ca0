/** Promise: a shopper's markup with the name of a property of the document does not hide the shop's settings. */
import { expect, test, toPage } from '../support/storefront.js'

const MARKUP: [what: string, markup: string][] = [
  ['nothing', ''],
  ['a picture', '<img name="currentScript">'],
  ['two pictures', '<img name="currentScript"><img name="currentScript">'],
  ['a form that also has a field of this name', '<form name="currentScript"><input name="tagName"></form>'],
  ['a frame of another origin', '<iframe name="currentScript" sandbox srcdoc="Hello"></iframe>'],
]

test('an element named like the script does not hide that consent is required', async ({ storefront, page }) => {
  for (const [what, markup] of MARKUP) {
    storefront.serve('/', toPage({ head: markup, tag: 'data-consent="required"' }))
    await page.goto('/')
    const outcome = await page.evaluate(() =>
      window.convert({ email: 'ada@example.com', cart_data: { order_number: 'A-1' } }),
    )
    expect(outcome, what).toMatchObject({ status: 'held', reason: 'required' })
  }
  expect(storefront.arrivals()).toEqual([])
})
