/**
 * Promise: on one page, an operator sees the state, finds an order with the reason of its state, and acts on it, also by keyboard, on a
 * phone and in the dark. The page shows a customer's data only on request.
 */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { findBarriers, findSmallText } from '../support/axe.js'
import { ADMIN_TOKEN, ANSWER, type OperatorProxy, startOperatorProxy } from '../support/operator-proxy.js'
import { openProxy } from '../support/servers.js'

/** `ringup` belongs to one test. All tests that do not change data use `shared`. */
const test = base.extend<{ ringup: OperatorProxy }, { shared: OperatorProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from it
  ringup: async ({}, use) => {
    const ringup = await startOperatorProxy()
    await use(ringup)
    await ringup.remove()
  },
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from it
    async ({}, use) => {
      const ringup = await startOperatorProxy()
      await use(ringup)
      await ringup.remove()
    },
    { scope: 'worker' },
  ],
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

test('the first page has the share, conditions, last events and refused requests', async ({ page, shared: ringup }) => {
  await open(page, ringup)
  await expect.poll(() => readAnew(page, '#events')).toContain('delivered')
  await expect(page.locator('h1')).toHaveText('1 of 3 orders in 24 hours (33.3 %) reached the API whole.')
  await expect(page.locator('.conditions')).toContainText('The API has no list of an id in RINGUP_LISTS.')
  await expect(page.locator('.conditions')).toContainText('Correct the id, and restart the proxy.')
  await expect(page.locator('#state')).toContainText('1 order waits')
  await expect(page.locator('#events tbody tr')).toHaveCount(4)
  await expect(page.locator('#refused')).toContainText('https://not-the-shop.example (1 time)')
  await expect(page.locator('main')).not.toContainText('secret')
})

test('a shop without an event sees its tag, without empty boxes or lists', async ({ page }) => {
  const ringup = await openProxy({}, { pageFolder: pathToFileURL(`${resolve('dist')}/`) })
  await page.goto(ringup.adminUrl)
  await expect(page.locator('h1')).toHaveText('Waiting for your first order.')
  await expect(page.locator('pre')).toContainText('<script async src="/ringup/ringup.js"')
  await expect(page.locator('table, main ul, #refused')).toHaveCount(0)
  await ringup.remove()
})

test('a phone shows the list without scrolling to the side', async ({ page, shared: ringup }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, ringup, '/events')
  for (const row of await page.locator('.events tbody tr').all()) {
    const { x = -1, width = 0 } = (await row.boundingBox()) ?? {}
    expect([x >= 0, x + width <= 390]).toEqual([true, true])
  }
  await expect(page.locator('.events tbody tr').first()).toContainText('waiting')
})

const FOUND: [what: keyof OperatorProxy['events'], number: string, word: string, sentence: RegExp][] = [
  ['delivered', '1001', 'delivered', /try 1: delivered \(200\)/],
  ['refused', '#1002', 'dead letter', /The API does not accept the content of the event \(422\)/],
  ['waiting', '1003', 'waiting', /retry later \(503\)\. (The next try is|It is due)/],
]
for (const [what, number, word, sentence] of FOUND) {
  test(`an order is found: ${what}`, async ({ page, shared: ringup }) => {
    await open(page, ringup)
    await find(page, number)
    await expect(page.locator('h1')).toHaveText(`Order ${number} ${word}`)
    await expect(page.locator('main')).toContainText(sentence)
    await find(page, ringup.events[what].id)
    await expect(page.locator('h1 .badge')).toHaveText(word)
    expect(page.url()).toBe(`${ringup.adminUrl}/find`)
  })
}

test('the filters of the list are in the address, so back and forward work', async ({ page, shared: ringup }) => {
  const readStates = () => page.locator('.events tbody .badge').allTextContents()
  await open(page, ringup)
  await page.getByRole('link', { name: 'Dead letters 1' }).click()
  await expect.poll(readStates).toEqual(['dead letter'])
  await page.getByRole('link', { name: 'Waiting 2' }).click()
  await page.getByRole('link', { name: 'unknown_list' }).click()
  await expect.poll(readStates).toEqual(['waiting'])
  expect(page.url()).toBe(`${ringup.adminUrl}/events?state=waiting&reason=unknown_list`)
  await page.goBack()
  await expect.poll(readStates).toEqual(['waiting', 'waiting'])
  await page.goBack()
  await expect.poll(readStates).toEqual(['dead letter'])
  await page.goForward()
  await expect.poll(readStates).toEqual(['waiting', 'waiting'])
})

test('each column of the list has content', async ({ page, shared: ringup }) => {
  await open(page, ringup, '/events?state=delivered')
  const headings = () => page.locator('thead th').allTextContents()
  await expect.poll(headings).toEqual(['State', 'Event', 'Value', 'Last answer', 'Time (UTC)'])
})

test('a click reveals a dead letter’s answer and customer, and is logged', async ({ page, ringup }) => {
  await signIn(page, ringup)
  await open(page, ringup, `/events/${ringup.events.refused.id}`)
  await expect(page.locator('main')).toContainText('birthdate The API’s answer names it.')
  await expect(page.locator('main')).not.toContainText('secret')
  await page.getByRole('button', { name: 'Reveal' }).click()
  await expect(page.locator('main')).toContainText(ANSWER)
  await expect(page.locator('main')).toContainText('bob-secret@mail.example.com')
  const { id } = ringup.events.refused
  await expect.poll(() => ringup.logged).toContainEqual({ event: 'operator', act: 'reveal', id, count: 1 })
})

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

test('the page is accessible, in the light, in the dark and on a phone', async ({ browser, shared: ringup }) => {
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
