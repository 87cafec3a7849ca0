/** Promise: a marked form reports the sign-up, and its submit continues as before. */
import type { Page, Route } from '@playwright/test'
import { expect, test, toPage } from '../support/storefront.js'

const FORM = `<form data-add-to-list="newsletter" action="/elsewhere">
  <input type="email" name="email" aria-label="E-mail"><button>Join</button></form>`

async function join(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button').click()
}

test('a form that other code handles is still reported', async ({ storefront, api, page }) => {
  storefront.serve('/', toPage({ body: FORM }))
  await page.goto('/')
  await page.evaluate(() => {
    const handle = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('submit', handle, true)
  })
  await join(page, 'reader@example.com')
  await expect.poll(() => api.customers()).toMatchObject([{ email: 'reader@example.com' }])
})

test('a form in an open shadow root, submitted before the rest has loaded', async ({ api, page }) => {
  const held: Route[] = []
  await page.route('**/ringup-rest*', (route) => void held.push(route))
  await page.goto('/')
  await page.evaluate((form) => {
    const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
    root.innerHTML = form
    root.addEventListener('submit', (event) => event.preventDefault())
  }, FORM)
  await join(page, 'shadow@example.com')
  await expect.poll(() => held.length).toBe(1)
  await held[0]?.continue()
  await expect.poll(() => api.customers()).toMatchObject([{ email: 'shadow@example.com' }])
})

test('a form that code submits', async ({ storefront, api, page }) => {
  storefront.serve('/', toPage({ body: FORM }))
  await page.goto('/')
  const rest = page.waitForResponse(/ringup-rest/)
  await page.getByLabel('E-mail').fill('code@example.com')
  await (await rest).finished()
  await page.evaluate(() => document.forms[0]?.submit())
  await expect.poll(() => api.customers()).toMatchObject([{ email: 'code@example.com' }])
})
