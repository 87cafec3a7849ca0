/** Promise: an order outlives the browser's process, killed after the call: the next start sends it, once. */
import { setTimeout } from 'node:timers/promises'
import { test } from '../support/own-chromium.js'
import { expect, note, readEffects, toIds, toRounds } from '../support/storefront.js'

const ROUNDS = toRounds(3)
const LATE_ROUNDS = toRounds(1)

/** The database is there, and a moment later the snippet has it open: nobody else can see when. */
const OPENING_MS = 500

for (const [waitMs, rounds, atLeast, what] of [
  // Nine of ten, for the call's last words are on their way from one process to the other; of a few any.
  [0, ROUNDS, ROUNDS < 10 ? 1 : Math.floor(ROUNDS * 0.9), 'at once'],
  [100, ROUNDS, ROUNDS, '100 ms later'],
  // By now localStorage is on the disk as well, so there are two copies.
  [8_000, LATE_ROUNDS, LATE_ROUNDS, '8 s later'],
] as const) {
  test(`of ${rounds} orders a browser killed ${what} has kept at least ${atLeast}, and sends them once`, async ({
    storefront,
    api,
    newChromium,
  }) => {
    test.setTimeout(30_000 + rounds * (15_000 + waitMs))
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
      await setTimeout(OPENING_MS)
      await page.evaluate((order) => void window.convert(order), order)
      await setTimeout(waitMs)
      await ownChromium.kill()

      storefront.bringProxyBack()
      const next = await ownChromium.start()
      await next.goto(storefront.url)
      kept += Number(await arrives(order.cart_data.order_number))
      await ownChromium.kill()
    }
    note(`${kept} of ${rounds} orders kept by a browser killed ${what}`)
    expect(kept).toBeGreaterThanOrEqual(atLeast)
    expect(await readEffects(api)).toHaveLength(kept)
    expect(toIds(storefront).length).toBeLessThanOrEqual(rounds) // the same event, if it was sent before and after
  })
}
