/** Promise: the debug panel is loaded where the shop's settings ask for it, and by no link alone; the page works as ever. */
import { pathToFileURL } from 'node:url'
import { readSnippetFiles } from '../../src/proxy/snippet-files.js'
import { convert, expect, test, toPage } from '../support/storefront.js'

const FILE = '/ringup/ringup-debug.js'
const GLOBAL = "<script>window.ringup = { debug: 'panel' }</script>"

const ROWS: [tag: string, head: string, address: string, isLoaded: boolean, why: string][] = [
  ['data-debug="ask"', '', '/a?a=ringup-debug', false, 'another parameter'],
  ['data-debug="ask"', '', '/b', false, 'not asked for'],
  ['', '', '/c?ringup-debug', false, 'without the setting'],
  ['data-debug="panel"', '', '/d', true, 'the tag'],
  ['', GLOBAL, '/e', true, 'the global'],
  ['data-debug="ask"', '', '/f?a=b&ringup-debug', true, 'asked for'],
]

test('the panel is loaded where a setting says so', async ({ storefront, page }) => {
  for (const [tag, head, address, isLoaded, why] of ROWS) {
    storefront.serve(address, toPage({ tag, head }))
    const order = await storefront.newOrder()
    await page.goto(address)
    expect(await convert(page, order), why).toMatchObject({ status: 'accepted' })
    await page.evaluate(() => import(`${location.origin}/ringup/ringup.js?later`)) // what was to be loaded was asked for before
    await expect(page.locator('ringup-debug'), why).toHaveCount(isLoaded ? 1 : 0)
    expect(storefront.visits().includes(FILE), why).toBe(isLoaded)
  }
})

test('once asked for, it is on each page of the tab whose tag allows it', async ({ storefront, page }) => {
  const ask = toPage({ tag: 'data-debug="ask"' })
  storefront.serve('/asked?ringup-debug', ask)
  storefront.serve('/later', ask)
  const panel = page.locator('ringup-debug')
  for (const address of ['/asked?ringup-debug', '/later']) {
    await page.goto(address)
    await expect(panel).toBeAttached()
  }
  await page.goto('/without')
  await page.evaluate(() => import(`${location.origin}/ringup/ringup.js?later`)) // as above
  await expect(panel).toHaveCount(0)
  const other = await page.context().newPage()
  await other.goto(`${storefront.url}/later`)
  await other.evaluate(() => import(`${location.origin}/ringup/ringup.js?later`))
  await expect(other.locator('ringup-debug')).toHaveCount(0)
})

test('the script under the name that never changes loads it from the same folder', async ({ storefront, page }) => {
  const { file } = await readSnippetFiles(pathToFileURL('dist/ringup.js'))
  storefront.serve('/case', toPage({ tag: 'data-debug="panel"' }).replace('ringup.js', file))
  await page.goto('/case')
  await expect(page.locator('ringup-debug')).toBeAttached()
  expect(storefront.visits()).toContain(FILE)
})
