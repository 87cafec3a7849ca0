/**
 * Promise: an operator acts on events by click and by keyboard, on a phone and in the dark. test/conformance/operator-page.test.ts
 * reads what the page shows.
 */
import { test as base, expect, type Page } from '@playwright/test'
import { findBarriers, findSmallText } from '../support/axe.js'
import { ADMIN_TOKEN, type OperatorProxy, startOperatorProxy } from '../support/operator-proxy.js'

const test = base.extend<{ ringup: OperatorProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from it
  ringup: async ({}, use) => {
    const ringup = await startOperatorProxy()
    await use(ringup)
    await ringup.remove()
  },
})

const open = (page: Page, ringup: OperatorProxy, path = '/') => page.goto(ringup.adminUrl + path)

async function signIn(page: Page, ringup: OperatorProxy) {
  await open(page, ringup, '/sign-in')
  await page.getByLabel('RINGUP_ADMIN_TOKEN').fill(ADMIN_TOKEN)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
}

/** Reloads the page. @returns its text */
async function readAnew(page: Page, selector: string): Promise<string> {
  await page.reload()
  return page.locator(selector).innerText()
}

async function find(page: Page, what: string) {
  await page.getByRole('searchbox').fill(what)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/find')
}

test('a waiting event is sent now, and delivered', async ({ page, ringup }) => {
  await signIn(page, ringup)
  ringup.mend()
  await open(page, ringup, `/events/${ringup.events.waiting.id}`)
  await page.getByRole('button', { name: 'Send now' }).click()
  await open(page, ringup, `/events/${ringup.events.waiting.id}`)
  await expect.poll(() => readAnew(page, 'h1 .badge')).toBe('delivered')
})

test('one press sends a test order to the API, and its attempts are shown', async ({ page, ringup }) => {
  await signIn(page, ringup)
  await open(page, ringup)
  await page.getByRole('button', { name: 'Send a test order' }).click()
  await expect(page.getByRole('status').first()).toContainText('The test order was sent')
  const path = new URL(page.url()).pathname
  await expect
    .poll(async () => {
      await open(page, ringup, path)
      return page.locator('main').innerText()
    })
    .toMatch(/try 1: delivered \(400\)/)
})

test('all dead letters of a reason are replayed, by keyboard alone', async ({ page, ringup }) => {
  await signIn(page, ringup)
  ringup.mend()
  await open(page, ringup, '/events?state=dead')
  await page.getByRole('button', { name: 'Replay all' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('1 dead letter will be sent again.')
  await find(page, '1002')
  await expect.poll(() => readAnew(page, 'h1 .badge')).toBe('delivered')
})

test('an event is dropped only after a second press', async ({ page, ringup }) => {
  await signIn(page, ringup)
  await open(page, ringup, `/events/${ringup.events.unknownList.id}`)
  await expect(page.getByRole('button', { name: 'Delete it for good' })).toBeHidden()
  await page.getByText('Drop …').click()
  await page.getByRole('button', { name: 'Delete it for good' }).click()
  await expect(page.getByRole('status')).toHaveText('1 event deleted.')
  await open(page, ringup, `/events/${ringup.events.unknownList.id}`)
  await expect(page.locator('main')).toContainText('No event with this id')
})

test('the page is accessible, in the light, in the dark and on a phone', async ({ browser, ringup }) => {
  test.slow() // ten pages in three styles
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(String(error)))
  await signIn(page, ringup)
  const events = Object.values(ringup.events).map(({ id }) => `/events/${id}`)
  for (const path of ['/', '/events', '/events?state=waiting', ...events, '/sign-in', 'find']) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await open(page, ringup, path === 'find' ? '/' : path)
    if (path === 'find') await find(page, '1003')
    expect(await findBarriers(page)).toEqual([])

    await page.setViewportSize({ width: 390, height: 844 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
    expect(await findSmallText(page)).toEqual([])
  }
  expect(errors).toEqual([])
  await page.close()
})
