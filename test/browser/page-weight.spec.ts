/** Promise: a page loads only the part of the script that it needs. A page without an order loads the core alone, with every recipe. */
import type { Page } from '@playwright/test'
import { readRecipePages, toTag } from '../support/recipe-pages.js'
import { expect, test } from '../support/storefront.js'

const CORE = 'ringup.js'
const REST = 'ringup-rest.js'
/** Later than the page's look at storage and its look at a late order. */
const LATER_MS = 7_000

const GA4_TAG = '<script async src="/ringup/ringup.js" data-convert-on="purchase"></script>'
const ITEMS = [{ item_id: 'MUG', item_name: 'Mug', price: 12.99, quantity: 1 }]

/** A home page with a search form, a sign-up form of another script, products for search engines, and a data layer without an order. */
const toHome = (
  tag: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<script type="application/ld+json">{ "@type": "Product", "sku": "MUG", "offers": { "availability": "https://schema.org/PreOrder" } }</script>
<script>dataLayer = [{ event: 'page_view' }, { event: 'view_item_list', ecommerce: { items: ${JSON.stringify(ITEMS)} } }]</script>
${tag}
<form role="search"><input name="q"></form><form action="/newsletter"><input type="email" name="email"></form>
<article class="product"><a href="/mug">Mug</a><b class="price">€ 12.99</b></article>`

const toThanks = (tag: string) => `<!doctype html><title>Thank you</title><link rel="icon" href="data:,">
<script>dataLayer = [{ event: 'purchase', user_data: { email: 'ada@example.com' },
  ecommerce: { transaction_id: 'A-1', value: 12.99, currency: 'EUR', items: ${JSON.stringify(ITEMS)} } }]</script>
${tag}`

/** Opens a page, and lets its timers run. Lists the files of the script that it has requested. */
async function readFiles(page: Page, path: string, untilDone = async () => {}): Promise<string[]> {
  const files = new Set<string>()
  page.on('request', (request) => {
    const [, file] = /\/ringup\/([^?]+\.js)/.exec(request.url()) ?? []
    if (file) files.add(file.replace(/-[\da-f]{16}/, ''))
  })
  await page.clock.install()
  await page.goto(path)
  await page.clock.runFor(LATER_MS)
  await untilDone()
  await page.goto('about:blank')
  return [...files]
}

const PAGES = readRecipePages()
const RECIPES = [...new Map(PAGES.map(({ recipe }) => [recipe.name, recipe])).values()]

test('a page without an order loads the core alone, with every recipe', async ({ storefront, context }) => {
  const loaded: Record<string, string[]> = {}
  for (const recipe of RECIPES) {
    const page = await context.newPage()
    storefront.serve('/', toHome(toTag(recipe)))
    loaded[recipe.name] = await readFiles(page, '/')
    await page.close()
  }
  expect(loaded).toEqual(Object.fromEntries(RECIPES.map(({ name }) => [name, [CORE]])))
})

/** The thank-you pages are those of the platforms' templates. */
function findPage(name: string) {
  const page = PAGES.find((each) => each.name === name)
  if (!page) throw new Error(`${name} has no page.`)
  return [toHome(toTag(page.recipe)), page.html, [CORE, REST]] as const
}

for (const [shop, home, thanks, files] of [
  ['a GA4 shop', toHome(GA4_TAG), toThanks(GA4_TAG), [CORE]],
  ['WooCommerce', ...findPage('woocommerce')],
  ['Shopware', ...findPage('shopware-6')],
  ['OpenCart', ...findPage('opencart-4')],
] as const)
  test(`the thank-you page of ${shop} loads what its order needs`, async ({ storefront, page }) => {
    storefront.serve('/', home)
    storefront.serve('/thanks', thanks)
    const untilArrived = () => expect.poll(() => storefront.arrivals()).toHaveLength(1)
    const loaded = { home: await readFiles(page, '/'), thanks: await readFiles(page, '/thanks', untilArrived) }
    expect(loaded).toEqual({ home: [CORE], thanks: files })
  })
