/** Promise: with the keeper's line, a thank-you page does not lose its order if the script does not load. */
import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { readBlock } from '../support/readme.js'
import { expect, readEffects, type Storefront, test, toPage } from '../support/storefront.js'

const KEEPER = readBlock('keeper')
const STUB = readBlock('stub')
const TAG = 'data-convert-on="purchase"'

const HAPPENS = {
  'an event of the data layer': (order: string) => `(window.dataLayer = window.dataLayer || []).push(${order})`,
  'a call': (order: string) =>
    `{ const { ecommerce, user_data } = ${order}; convert({ email: user_data.email, ecommerce }) }`,
}

async function thank(storefront: Storefront, head: string, toScript: (order: string) => string) {
  const { email, cart_data } = await storefront.newOrder()
  const ecommerce = { transaction_id: cart_data.order_number, value: 19.99 }
  const script = toScript(JSON.stringify({ event: 'purchase', ecommerce, user_data: { email } }))
  storefront.serve('/thanks', toPage({ head, tag: TAG, body: `<script>${script}</script>` }))
  storefront.serve('/next', toPage({ tag: TAG }))
  return cart_data.order_number
}

const readKept = (page: Page) =>
  page.evaluate(() => {
    const kept = Object.entries(localStorage).filter(([key]) => key.startsWith('ringup:kept'))
    return kept.map(([, text]) => text).join()
  })

for (const [what, toScript] of Object.entries(HAPPENS)) {
  test(`${what}: the next page that loads the script reports the order`, async ({ storefront, api, page }) => {
    const number = await thank(storefront, STUB + KEEPER, toScript)
    storefront.takeScriptAway()
    await page.goto('/thanks')
    await page.goto('/elsewhere')
    storefront.bringScriptBack()
    await page.goto('/next')
    await expect.poll(() => readEffects(api)).toEqual([number])
    await expect.poll(() => readKept(page)).toEqual('')
  })
}

test('the keeper stores nothing on a page whose script loads', async ({ storefront, api, page }) => {
  const number = await thank(storefront, STUB + KEEPER, HAPPENS['a call'])
  await page.goto('/thanks')
  await expect.poll(() => readEffects(api)).toEqual([number])
  await page.goto('/elsewhere')
  expect(await readKept(page)).toEqual('')
})

test('a strict policy allows both lines by their hashes', async ({ storefront, page }) => {
  const toHash = (line: string) => `'sha256-${createHash('sha256').update(line.slice(8, -9)).digest('base64')}'`
  const policy = `script-src 'self' ${toHash(STUB)} ${toHash(KEEPER)}`
  storefront.serve('/thanks', toPage({ head: STUB + KEEPER }), { 'content-security-policy': policy })
  storefront.takeScriptAway()
  await page.goto('/thanks')
  await page.evaluate(() => void window.convert({ email: 'ada@example.com' }))
  await page.goto('/elsewhere')
  expect(await readKept(page)).toContain('ada@example.com')
})

test('an error of another script raises no second error from the keeper', async ({ storefront, page, pageErrors }) => {
  storefront.serve('/thanks', toPage({ head: `${STUB}${KEEPER}<script>throw new Error('the shop')</script>` }))
  await page.goto('/thanks')
  expect(pageErrors.splice(0)).toEqual(['Error: the shop'])
})
