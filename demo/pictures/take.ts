/** `npm run pictures`: takes the guides' pictures of inspector and debug panel in a real browser. */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../../test/support/chromium/install.js'
import { buy } from '../check/shopper.js'
import { sources } from '../shop/sources/index.js'
import { type Demo, startDemo } from '../start.js'

const FOLDER = join('demo', 'pictures')
/** The smallest size that shows everything, because the files are in the repository. */
const INSPECTOR_SIZE = { width: 1208, height: 1000 }
const PANEL_SIZE = { width: 1000, height: 720 }

for (const take of [takeInspector, takePanel]) {
  const demo = await startDemo({ built: join(process.argv[1] ?? '', '../..') })
  const browser = await launchChromium()
  try {
    await take(browser, demo)
  } finally {
    await browser.close()
    await demo.stop()
  }
}

/** Three orders are at the API. Two wait, because the API is too busy. */
async function takeInspector(browser: Browser, { shop, faults }: Demo) {
  const page = await browser.newPage({ viewport: INSPECTOR_SIZE, reducedMotion: 'reduce' })
  await page.goto(`${shop.url}/inspector`)
  for (let count = 1; count <= 3; count += 1) await placeOrder(page, count, 'At the API')
  await faults.change({ api: '503' })
  for (let count = 4; count <= 5; count += 1) await placeOrder(page, count, 'Waits in the proxy')
  await page.locator('#statement', { hasText: '2 in the proxy' }).waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  await page.emulateMedia({ colorScheme: 'light' })
  await page.screenshot({ path: join(FOLDER, 'inspector.png') })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: join(FOLDER, 'inspector-dark.png') })
}

async function placeOrder(page: Page, count: number, progress: string) {
  await page.getByRole('button', { name: 'Place an order' }).click()
  await page.getByRole('button', { name: new RegExp(`^Order \\w+-${count}\\D.*${progress}`) }).waitFor()
  await page.locator('iframe').contentFrame().getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
}

/** The panel on a thank-you page that is loaded a second time. */
async function takePanel(browser: Browser, demo: Demo) {
  const page = await browser.newPage({ viewport: PANEL_SIZE, reducedMotion: 'reduce' })
  // The picture waits for the outcome of the page's order.
  await page.addInitScript(() =>
    document.addEventListener('ringup', (event) => {
      document.documentElement.dataset.outcome = Object(event).detail.status
    }),
  )
  const becomes = (status: string) => page.locator(`[data-outcome=${status}]`).waitFor()
  const number = await buy(page, demo, sources[0])
  await becomes('accepted')
  await page.goto(`${demo.shop.url}/thank-you?order=${number}`)
  await becomes('accepted')
  await page.evaluate(() => import(`${location.origin}/ringup/ringup-debug.js`))
  await page.mouse.click(PANEL_SIZE.width - 60, PANEL_SIZE.height - 36) // on the badge, which is in a closed shadow root
  await page.screenshot({ path: join(FOLDER, 'panel.png') })
}
