/** Promise: an order outlives the browser's process, killed after the call: the next start sends it, once. */
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { isLong, toLimitMs, toRounds } from '../support/long.js'
import { type OwnChromium, test } from '../support/own-chromium.js'
import { countRecords } from '../support/page-storage.js'
import { expect, note, readEffects, type TestOrder, toIds } from '../support/storefront.js'

interface Moment {
  /** When the browser is killed. */
  name: string
  rounds: number
  atLeast: number
  isReached(page: Page, ownChromium: OwnChromium, order: TestOrder): Promise<unknown>
}

/** The database is there, and a moment later the snippet has it open: nobody else can see when. */
const OPENING_MS = 500

const MOMENTS: Moment[] = [
  {
    name: 'once the database has the order',
    rounds: toRounds(1, 30),
    atLeast: toRounds(1, 30),
    isReached: (page) => expect.poll(() => page.evaluate(countRecords)).toBe(1),
  },
  {
    // So there are two copies.
    name: 'once localStorage is on the disk as well',
    rounds: toRounds(1, 10),
    atLeast: toRounds(1, 10),
    isReached: (_page, ownChromium, { email }) => expect.poll(() => ownChromium.hasStored(email)).toBe(true),
  },
]
/** Luck has a say: the call's last words are on their way from one process to the other. On a busy machine 26 of 30 were kept. */
const AT_ONCE: Moment = { name: 'at once', rounds: 30, atLeast: 24, isReached: async () => {} }

for (const { name, rounds, atLeast, isReached } of [...MOMENTS, ...(isLong ? [AT_ONCE] : [])]) {
  test(`of ${rounds} orders a browser killed ${name} has kept at least ${atLeast}, and sends them once`, async ({
    storefront,
    api,
    newChromium,
  }) => {
    test.setTimeout(toLimitMs(rounds))
    const arrives = (number: string) =>
      expect
        .poll(() => readEffects(api))
        .toContain(number)
        .then(
          () => true,
          () => false,
        )
    let kept = 0
    for (let round = 1; round <= rounds; round += 1) {
      const order = await storefront.newOrder()
      // A shopper each: killed before what is delivered has gone from its disk, one browser would have it back
      // every time, and 20 of that leave no room for another order.
      const ownChromium = await newChromium()
      storefront.takeProxyAway()
      const page = await ownChromium.start()
      await page.goto(storefront.url)
      await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(1)
      if (isLong) await setTimeout(OPENING_MS)
      await page.evaluate((order) => void window.convert(order), order)
      await isReached(page, ownChromium, order)
      await ownChromium.kill()

      storefront.bringProxyBack()
      const next = await ownChromium.start()
      await next.goto(storefront.url)
      kept += Number(await arrives(order.cart_data.order_number))
      await ownChromium.kill()
    }
    note(`${kept} of ${rounds} orders kept by a browser killed ${name}`)
    expect(kept).toBeGreaterThanOrEqual(atLeast)
    expect(await readEffects(api)).toHaveLength(kept)
    expect(toIds(storefront).length).toBeLessThanOrEqual(rounds) // the same event, if it was sent before and after
  })
}
