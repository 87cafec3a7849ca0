/** Takes the README's picture of the debug panel: the thank-you page of the demo, loaded a second time. */
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { buy } from '../check/shopper.js'
import { findChromium, launchArguments } from '../chromium/find.js'
import { startDemo } from '../start.js'

const PICTURE = join('demo', 'pictures', 'panel.png')

const demo = await startDemo({ port: 0, apiPort: 0, log: () => {} })
const executablePath = findChromium()
const browser = await chromium.launch({ args: launchArguments(), ...(executablePath && { executablePath }) })
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 760 } })
  const { number } = await buy(page, demo)
  await page.goto(`${demo.shop.url}/thank-you?order=${number}`)
  await page.evaluate(() => import(`${location.origin}/ringup/ringup-debug.js`))
  // The panel opens by the keyboard, and no script sees into it.
  await page.locator('ringup-debug').click({ force: true, position: { x: 0, y: 0 } }).catch(() => {})
  await page.screenshot({ path: PICTURE, animations: 'disabled' })
} finally {
  await browser.close()
  await demo.stop()
}
