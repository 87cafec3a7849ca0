/** A browser in the shop: one page stays open and reports orders, the other is opened for one and left right after the call. */
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import type {} from '../../src/snippet/window.js'
import { findHeadlessShell, launchArguments } from '../support/chromium/find.js'
import { countRecords } from '../support/page-storage.js'
import type { newOrder } from '../support/proxy.js'

type Order = ReturnType<typeof newOrder>['body']

export interface Shopper {
  order(order: Order): Promise<unknown>
  /** @throws Error when the page could not be opened */
  orderAndLeave(order: Order): Promise<unknown>
  goOffline(isOffline: boolean): Promise<void>
  /** Retries waiting events. @returns the number of events that still wait */
  flush(): Promise<number>
  /** Both pages share what the origin has stored; the heap is that of the page that stays. */
  sample(): Promise<{ keys: number; records: number; heapKb: number }>
}

export async function startBrowser(): Promise<Browser> {
  const executablePath = findHeadlessShell()
  return chromium.launch({ args: launchArguments(), ...(executablePath && { executablePath }) })
}

/** Opens the shop in a profile of its own. */
export async function openShop(browser: Browser, url: string): Promise<Shopper> {
  const context = await browser.newContext()
  const [staying, leaving] = await Promise.all([context.newPage(), context.newPage()])
  await staying.goto(url)
  const devtools = await context.newCDPSession(staying)
  await devtools.send('Performance.enable')
  return {
    order: (order) => staying.evaluate((order) => void window.convert(order), order),
    async orderAndLeave(order) {
      await leaving.goto(url)
      await leaving.evaluate((order) => void window.convert(order), order)
      await leaving.goto('about:blank')
    },
    goOffline: (isOffline) => context.setOffline(isOffline),
    flush: () => flush(staying),
    async sample() {
      const keys = await staying.evaluate(() => Object.keys(localStorage).length)
      return { keys, records: await staying.evaluate(countRecords), heapKb: await readHeapKb(devtools) }
    },
  }
}

const flush = (page: Page) =>
  page.evaluate(async () => {
    await window.ringup.flush()
    return window.ringup.status().waiting.length
  })

async function readHeapKb(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1024
}
