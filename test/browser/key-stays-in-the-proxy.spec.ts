/** Promise: the API key is not in any answer to a browser, and not in any file of the build. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { KEY_OF_THE_BUILD } from '../support/build.mjs'
import { expect, readEffects, test } from '../support/shop.js'

/** The key, quoted or not. */
const toSecret = (authorization: string) => authorization.replace('Bearer ', '')

test('no answer to the browser contains the key', async ({ shop, page, api, demo }) => {
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    // A stream does not end, and a redirect does not have a body.
    const endless = response.url().endsWith('/events') || response.status() === 303
    // Chromium drops the answers of a page that is left immediately. The test checks below that the necessary ones were read.
    const body = endless ? '' : response.text().catch(() => '')
    const headers = response.allHeaders().then(JSON.stringify, () => '')
    answers.push(Promise.all([headers, body]).then((parts) => parts.join('\n')))
  })
  // Before each page is left, because its answers disappear with it.
  const read = () => Promise.all(answers)
  const count = async (text: string) => (await read()).filter((answer) => answer.includes(text)).length
  await shop.checkOut()
  await read()
  const order = await shop.placeOrder()
  await expect.poll(() => readEffects(api)).toEqual([order.number])
  // The API may have the order before the browser has its answer.
  await expect.poll(() => count('"ok":true')).toBe(1)
  await page.goto(`${demo.shop.url}/ringup/ringup.js`)
  await read()
  await page.goto(`${demo.shop.url}/inspector`)
  await expect(page.getByText(order.number).first()).toBeVisible()

  expect(await count('"ok":true')).toBe(1)
  expect(await count(order.number)).toBeGreaterThan(0)
  const secret = toSecret(demo.api.authorization)
  expect(await count(secret)).toBe(0)
  expect(JSON.stringify(await demo.readState())).not.toContain(secret)
})

test('a build with the key in its environment does not contain it', () => {
  const files = readdirSync('dist', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const secret = toSecret(KEY_OF_THE_BUILD)
  const holding = files.filter((file) => readFileSync(join(file.parentPath, file.name), 'utf8').includes(secret))
  expect(files.length).toBeGreaterThan(10)
  expect(holding).toEqual([])
})
