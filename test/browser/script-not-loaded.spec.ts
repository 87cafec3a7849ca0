/** Promise: the keeper's line does its work on a strict page only if the script does not load. The survival cases have its orders. */
import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { readBlock } from '../support/readme.js'
import { expect, readEffects, test, toPage } from '../support/storefront.js'

const KEEPER = readBlock('keeper')
const STUB = readBlock('stub')
const readKept = (page: Page) =>
  page.evaluate(() => {
    const kept = Object.entries(localStorage).filter(([key]) => key.startsWith('ringup:kept'))
    return kept.map(([, text]) => text).join()
  })

test('the keeper stores nothing on a page whose script loads', async ({ storefront, api, page }) => {
  const { email, cart_data } = await storefront.newOrder()
  const call = `<script>convert(${JSON.stringify({ email, cart_data })})</script>`
  storefront.serve('/thanks', toPage({ head: STUB + KEEPER, body: call }))
  await page.goto('/thanks')
  await expect.poll(() => readEffects(api)).toEqual([cart_data.order_number])
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
