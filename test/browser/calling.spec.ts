/** Promise: convert() and addToList() resolve to the call's outcome, and never throw into the page. */
import { readBlock } from '../support/readme.js'
import { expect, test } from '../support/shop.js'

const stub = readBlock('stub')
const calls = readBlock('two calls')

test('the two calls of the README are accepted', async ({ shop, page }) => {
  await shop.open('/')
  await page.evaluate(`${calls}`)
  await expect.poll(async () => (await shop.events()).map(({ kind }) => kind)).toEqual(['convert', 'addToList'])
})

test('calls made before the script has loaded are replayed and answered', async ({ shop, page, api }) => {
  await shop.open('/') // any page of the shop, because only its origin matters
  await page.setContent(`<!doctype html>${stub}`)
  const outcomes = page.evaluate(async () => {
    const kept = window.addToList // as an earlier script may do
    const early = Promise.all([
      window.addToList('newsletter', { email: 'first@example.com' }),
      window.addToList('newsletter', { email: 'second@example.com' }),
    ])
    await new Promise((resolve) => addEventListener('message', resolve, { once: true }))
    return [...(await early), await kept('newsletter', { email: 'third@example.com' })]
  })
  await page.addScriptTag({ url: '/ringup/ringup.js' })
  await page.evaluate(() => postMessage('loaded'))
  expect(await outcomes).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }, { status: 'accepted' }])
  await expect.poll(async () => (await api.customers()).map(({ email }) => email)).toHaveLength(3)
})
