/** Promise: the debug panel is loaded where the shop's settings ask for it, and by no link alone. */
import { expect, test, toPage } from '../support/storefront.js'

const FILE = '/ringup/ringup-debug.js'
const GLOBAL = "<script>window.ringup = { debug: 'panel' }</script>"

for (const [what, tag, head, address, visits] of [
  ['is loaded with data-debug="panel"', 'data-debug="panel"', '', '/', [FILE]],
  ['is loaded where window.ringup says so', '', GLOBAL, '/', [FILE]],
  ['is loaded with data-debug="ask" when asked for', 'data-debug="ask"', '', '/?a=b&ringup-debug', [FILE]],
  ['is not loaded with data-debug="ask" when not asked for', 'data-debug="ask"', '', '/?a=ringup-debug', []],
  ['is not loaded without the setting, whatever the address', '', '', '/?panel&ask&ringup-debug', []],
] as const)
  test(`the panel ${what}, and the page works`, async ({ storefront, page }) => {
    const thrown: Error[] = []
    page.on('pageerror', (error) => thrown.push(error))
    storefront.serve('/', toPage({ tag, head }))
    storefront.serve(address, toPage({ tag, head }))
    const order = await storefront.newOrder()
    await page.goto(address)
    expect(await page.evaluate((order) => window.convert(order), order)).toMatchObject({ status: 'accepted' })
    const readVisits = () => storefront.visits().filter((path) => path.startsWith(FILE))
    await expect.poll(readVisits).toEqual(visits)
    expect(thrown).toEqual([]) // the file itself may be missing
  })
