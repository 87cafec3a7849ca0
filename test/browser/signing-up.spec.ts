/** Promise: a marked form reports the sign-up, and its submit continues as before. */
import type { Route } from '@playwright/test'
import { expect, test } from '../support/shop.js'

test('a form that other code handles is still reported', async ({ shop, api, page }) => {
  await shop.open('/')
  await page.evaluate(() => {
    const handle = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('submit', handle, true)
  })
  const form = page.locator('form[data-add-to-list]')
  await form.getByLabel('E-mail').fill('reader@example.com')
  await form.getByRole('button').click()
  await expect.poll(() => api.customers()).toMatchObject([{ email: 'reader@example.com' }])
})

/** Runs in the page: a marked form in a shadow root, filled in as a shopper does. */
function addShadowForm() {
  const host = document.createElement('div')
  document.body.append(host)
  host.attachShadow({ mode: 'open' }).innerHTML =
    '<form data-add-to-list="newsletter"><input name="email" type="email"><button>Join</button></form>'
  host.shadowRoot?.addEventListener('submit', (event) => event.preventDefault())
}

test('a form in an open shadow root, submitted before the rest has loaded', async ({ shop, api, page }) => {
  const held: Route[] = []
  await page.route('**/ringup-rest*', (route) => void held.push(route))
  await shop.open('/')
  await page.evaluate(addShadowForm)
  const form = page
    .locator('form')
    .filter({ has: page.getByRole('button', { name: 'Join', exact: true }) })
    .last()
  await form.locator('[name=email]').fill('shadow@example.com')
  await form.getByRole('button').click()
  await expect.poll(() => held.length).toBe(1)
  await held[0]?.continue()
  await expect.poll(async () => (await api.customers()).map(({ email }) => email)).toContain('shadow@example.com')
})

test('a form that code submits', async ({ shop, api, page }) => {
  await shop.open('/')
  await page.evaluate(() => {
    const form = document.createElement('form')
    form.dataset.addToList = 'newsletter'
    form.action = '/elsewhere'
    form.innerHTML = '<input name="email" aria-label="Address">'
    document.body.append(form)
  })
  const rest = page.waitForResponse(/ringup-rest/)
  await page.getByLabel('Address').fill('code@example.com')
  await (await rest).finished()
  await page.evaluate(() => [...document.forms].pop()?.submit())
  await expect.poll(async () => (await api.customers()).map(({ email }) => email)).toContain('code@example.com')
})
