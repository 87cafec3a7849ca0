/** Promise: markup of shoppers that takes the name of a property of the document hides no setting of the shop. */
import { expect, test, toPage } from '../support/storefront.js'

const MARKUP: [what: string, markup: string][] = [
  ['nothing', ''],
  ['a picture', '<img name="currentScript">'],
  ['two pictures', '<img name="currentScript"><img name="currentScript">'],
  ['a form that has a field of that name, too', '<form name="currentScript"><input name="tagName"></form>'],
  ['a frame of another origin', '<iframe name="currentScript" sandbox srcdoc="Hello"></iframe>'],
]

test('whatever is called like the script, the tag still says that consent is required', async ({
  storefront,
  page,
}) => {
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
