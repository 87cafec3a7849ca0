/** Promise: convert() and addToList() are called as the README says. */
import { readBlock } from '../support/readme.js'
import { expect, test } from '../support/shop.js'

const calls = readBlock('two calls')

test('the two calls of the README are accepted', async ({ shop, page }) => {
  await shop.open('/')
  await page.evaluate(`${calls}`)
  await expect.poll(async () => (await shop.events()).map(({ kind }) => kind)).toEqual(['convert', 'addToList'])
})
