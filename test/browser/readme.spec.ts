/** Promise: the README's code for pages works there unchanged. */
import { sign } from '../../src/proxy/sign.js'
import { readBlock } from '../support/readme.js'
import { expect, readConverted, test, toPage } from '../support/storefront.js'

test('the script tag is enough if the data layer and the form have all data', async ({ storefront, api, page }) => {
  const { email } = await storefront.newOrder()
  storefront.serve(
    '/shop',
    `<!doctype html><html lang="en"><title>Shop</title>${readBlock('script tag')}
    <form data-add-to-list="newsletter" action="/elsewhere"><input type="email" name="email"><button>Sign up</button></form>`,
  )
  await page.goto('/shop')
  await page.evaluate((email) => {
    const shop = Object(window)
    shop.dataLayer ??= []
    shop.dataLayer.push({
      event: 'purchase',
      ecommerce: { transaction_id: 'A-1', value: 19.99, items: [{ item_id: 'mug', price: 19.99 }] },
      user_data: { email },
    })
  }, email)
  await expect
    .poll(() => readConverted(api))
    .toEqual([{ email, order_number: 'A-1', cart_value: 1999, items: [['mug', 1999, 1, 1999]] }])
  await page.getByRole('textbox').fill('reader@example.com')
  await page.getByRole('button').click()
  await page.waitForURL('**/elsewhere*')
  await expect.poll(async () => (await api.customers()).map((each) => each.email)).toContain('reader@example.com')
})

test('the tag with selectors reports the order of an unchanged page', async ({ storefront, api, page }) => {
  const { email } = await storefront.newOrder()
  storefront.serve(
    '/shop',
    `<!doctype html><html lang="en"><title>Shop</title>${readBlock('tag with selectors')}
    <p>Order <b id="no">A-1</b> for <b class="mail">${email}</b>, <b id="total">€38.97</b></p>
    <table><tr class="line" data-sku="mug"><td class="count">3</td><td class="price">€12.99</td></tr></table>`,
  )
  await page.goto('/shop')
  await expect
    .poll(() => readConverted(api))
    .toEqual([{ email, order_number: 'A-1', cart_value: 3897, items: [['mug', 1299, 3, 3897]] }])
})

test('the two calls are accepted', async ({ storefront, page }) => {
  await page.goto('/')
  await page.evaluate(readBlock('two calls'))
  await expect.poll(() => storefront.arrivals().map(({ kind }) => kind)).toEqual(['convert', 'addToList'])
})

test.describe('if every sign-up must be signed', () => {
  const secret = 'a-secret-of-the-shop'
  test.use({ settings: { signingSecrets: [secret], requireSignature: ['addToList'] } })

  test('the back end’s signature is accepted for its customer', async ({ storefront, api, page }) => {
    const email = 'reader@example.com'
    storefront.serve('/shop', toPage())
    await page.route('**/account/ringup-signature?list=newsletter', (route) =>
      route.fulfill({ json: { email, signature: sign({ secret, kind: 'addToList', email, subject: 'newsletter' }) } }),
    )
    await page.goto('/shop')
    expect(await page.evaluate((email) => window.addToList('newsletter', { email }), email)).toMatchObject({
      status: 'queued',
      reason: 'signature',
    })
    expect(await page.evaluate(readBlock('signature from the back end'))).toMatchObject({ status: 'accepted' })
    await expect.poll(async () => (await api.customers()).map((each) => each.email)).toEqual([email])
  })
})
