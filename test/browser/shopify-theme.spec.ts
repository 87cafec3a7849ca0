/** Promise: with one line in a Shopify theme, its newsletter forms are reported, however the theme submits them. */
import type { Page } from '@playwright/test'
import { expect, readEffects, type Storefront, test } from '../support/storefront.js'
import { EMPTY_CART, renderSnippet, type ThemeObjects } from '../support/theme.js'

/** The HTML of `{% form 'customer' %}` with a newsletter's fields (shopify.dev, "Liquid tags: form"). */
const NEWSLETTER = `<form method="post" action="/contact" id="contact_form" accept-charset="UTF-8" class="contact-form">
  <input type="hidden" name="form_type" value="customer"><input type="hidden" name="utf8" value="✓">
  <input type="hidden" name="contact[tags]" value="newsletter">
  <input name="contact[first_name]"><input name="contact[last_name]" autocomplete="off">
  <input type="email" name="contact[email]" required><button>Subscribe</button>
</form>`

const SESSION_OF = 'shopper-1@example.com'

/** The proxy has its own origin, as under a subdomain. */
const toEndpoint = ({ url }: Storefront) => `${url.replace('127.0.0.1', 'localhost')}/ringup`

async function openTheme(page: Page, storefront: Storefront, body: string, about: ThemeObjects = {}, consent = '') {
  const head = renderSnippet({ endpoint: toEndpoint(storefront), list: 'newsletter', consent }, about)
  storefront.serve('/', `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body>${body}</body>`)
  storefront.serve('/contact', '<!doctype html><title>Thank you</title>')
  await page.goto('/')
}

async function subscribe(page: Page) {
  await page.locator('[name="contact[email]"]').fill('ada@example.com')
  await page.locator('[name="contact[first_name]"]').fill('Ada')
  await page.locator('[name="contact[last_name]"]').fill('Lovelace')
  await page.getByRole('button').click()
}

const ADA = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' }

test('a newsletter form is reported without its tags, and continues to Shopify', async ({ page, storefront, api }) => {
  await openTheme(page, storefront, NEWSLETTER)
  await subscribe(page)
  await page.waitForURL('**/contact')
  await expect.poll(() => api.customers()).toMatchObject([{ ...ADA, lists: [{ list_id: '42', custom_fields: {} }] }])
})

test('the page’s own calls use the customer and the cart, in cents', async ({ page, storefront, api }) => {
  const { email } = await storefront.newOrder()
  expect(email).toBe(SESSION_OF)
  const mug = {
    ...{ sku: 'MUG-1', variant_id: 41, variant: { title: 'Large' }, vendor: 'Acme' },
    product: { title: 'Blue </script> mug', type: 'Home/Mugs', has_only_default_variant: false },
    ...{ original_price: 1299, quantity: 2, url: '/products/blue-mug?variant=41', image: '/mug.jpg' },
  }
  const tea = {
    ...{ sku: '', variant_id: 42, variant: { title: 'Default Title' }, vendor: 'Acme' },
    product: { title: 'Green tea', type: 'Tea', has_only_default_variant: true },
    ...{ original_price: 1100, quantity: 1, url: '/products/tea?variant=42', image: null },
  }
  const codes = ['discount_code', 'automatic'].map((type) => ({ type, title: `by ${type}` }))
  const cart = { ...EMPTY_CART, total_price: 4197, item_count: 3, discount_applications: codes, items: [mug, tea] }
  await openTheme(page, storefront, '', { customer: { email }, cart })
  const outcomes = await page.evaluate(async () => [await window.convert(), await window.addToList('newsletter')])
  expect(outcomes).toMatchObject([
    // The fixture's products are links to another host.
    { status: 'accepted', problems: [{ code: 'foreign_link' }, { code: 'foreign_link' }] },
    { status: 'accepted', problems: [] },
  ])
  expect(storefront.arrivals().map(({ body }) => body)).toEqual([
    {
      email,
      cart_data: { cart_value: 4197, cart_item_count: 3, promo: 'by discount_code', currency: 'EUR' },
      cart_items: [
        {
          ...{ product_id: 'MUG-1', name: 'Blue </script> mug', price: 1299, item_qty: 2, qty_price: 2598 },
          ...{ category: ['Home', 'Mugs'], item_variant: 'Large', item_brand: 'Acme' },
          image_url: 'https://cdn.shopify.com/mug.jpg?width=600',
          product_url: 'https://shop.example/products/blue-mug?variant=41',
        },
        {
          ...{ product_id: '42', name: 'Green tea', price: 1100, item_qty: 1, qty_price: 1100 },
          ...{ category: ['Tea'], item_brand: 'Acme', product_url: 'https://shop.example/products/tea?variant=42' },
        },
      ],
    },
    { email },
  ])
  await expect.poll(async () => (await readEffects(api)).length).toBe(1)
})

test('with consent required, a call waits until the banner allows marketing', async ({ page, storefront, api }) => {
  await page.addInitScript(() => {
    const privacy = { isAllowed: false, marketingAllowed: () => privacy.isAllowed, currentVisitorConsent: () => ({}) }
    const loadFeatures = (_features: unknown, callback: () => void) => setTimeout(callback)
    Object.assign(window, { Shopify: { loadFeatures, customerPrivacy: privacy } })
  })
  await openTheme(page, storefront, '', {}, 'required')
  const outcome = await page.evaluate(() => window.addToList('newsletter', { email: 'ada@example.com' }))
  expect(outcome).toMatchObject({ status: 'held' })
  expect(storefront.arrivals()).toEqual([])
  await page.evaluate(() => {
    Object(window).Shopify.customerPrivacy.isAllowed = true
    document.dispatchEvent(new Event('visitorConsentCollected'))
  })
  await expect.poll(() => api.customers()).toMatchObject([{ email: 'ada@example.com' }])
})
