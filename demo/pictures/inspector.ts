/**
 * Renews the README's pictures of the inspector: the real one, in a real browser, while the API is too busy.
 *
 *   npm run pictures
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { findChromium, launchArguments } from '../../test/support/chromium/find.js'
import { HOW_TO_INSTALL, installChromium } from '../../test/support/chromium/install.js'
import { type Demo, startDemo } from '../start.js'

const FOLDER = join('demo', 'pictures')
/** The smallest size in which everything is seen: the files are part of the repository. */
const SIZE = { width: 1208, height: 1000 }

const executablePath = findChromium() ?? installChromium()
if (!executablePath) throw new Error(HOW_TO_INSTALL)
const demo = await startDemo()
const browser = await chromium.launch({ executablePath, args: launchArguments() })
try {
  await mkdir(FOLDER, { recursive: true })
  const page = await browser.newPage({ viewport: SIZE, reducedMotion: 'reduce' })
  await arrange(page, demo)
  for (const [colorScheme, file] of [
    ['light', 'inspector.png'],
    ['dark', 'inspector-dark.png'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(FOLDER, file) })
    console.log(join(FOLDER, file))
  }
} finally {
  await browser.close()
  await demo.stop()
}

/** Three orders that have arrived, and two that wait; the chart, drawn once a second, says so too. */
async function arrange(page: Page, { shop, faults }: Demo) {
  await page.goto(`${shop.url}/inspector`)
  for (let count = 1; count <= 3; count += 1) await placeOrder(page, count, 'At the API')
  await faults.change({ api: '503' })
  for (let count = 4; count <= 5; count += 1) await placeOrder(page, count, 'Waits in the proxy')
  await page.locator('#statement', { hasText: '2 in the proxy' }).waitFor()
  await page.locator('#chart-text', { hasText: '3 taken by the API, 2 under way' }).waitFor()
  await page.evaluate(() => scrollTo(0, 0))
}

async function placeOrder(page: Page, count: number, progress: string) {
  await page.getByRole('button', { name: 'Place an order' }).click()
  await page.getByRole('button', { name: new RegExp(`^Order \\w+-${count}\\D.*${progress}`) }).waitFor()
  await page.locator('iframe').contentFrame().getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
}
