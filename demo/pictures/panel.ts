/** Takes the README's picture of the debug panel: the thank-you page of the demo, loaded a second time. */
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium, launchArguments } from '../../test/support/chromium/find.js'
import { buy } from '../check/shopper.js'
import { markets } from '../shop/markets.js'
import { startDemo } from '../start.js'

const PICTURE = join('demo', 'pictures', 'panel.png')
const [WIDTH, HEIGHT] = [1000, 720]

const demo = await startDemo()
const executablePath = findChromium()
const browser = await chromium.launch({ args: launchArguments(), ...(executablePath && { executablePath }) })
try {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT }, reducedMotion: 'reduce' })
  // The page says what became of its order: the picture waits for it.
  await page.addInitScript(() =>
    document.addEventListener('ringup', (event) => {
      document.documentElement.dataset.outcome = Object(event).detail.status
    }),
  )
  const becomes = (status: string) => page.locator(`[data-outcome=${status}]`).waitFor()
  const { number } = await buy(page, demo, { source: demo.shop.sources[0], market: markets[0] })
  await becomes('accepted')
  await page.goto(`${demo.shop.url}/thank-you?order=${number}`)
  await becomes('duplicate')
  await page.evaluate(() => import(`${location.origin}/ringup/ringup-debug.js`))
  await page.mouse.click(WIDTH - 60, HEIGHT - 36) // on the badge: nothing finds it in its closed root
  await page.screenshot({ path: PICTURE })
} finally {
  await browser.close()
  await demo.stop()
}
