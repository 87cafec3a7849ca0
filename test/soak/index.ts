/**
 * An hour of three shops, one for each engine of the queue, at a steady rate and with faults at random: nothing is lost or
 * doubled, and nothing grows. Writes .ci/soak-figures.txt. Linux, for it reads /proc.
 *
 *   npm run soak [-- --minutes 60] [--rate 5]      events a second to each engine
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startBrowser } from './browser.js'
import { startClock } from './clock.js'
import { ENGINES } from './engines.js'
import { meetFaults } from './faults.js'
import { sendAt, shopInBrowser } from './load.js'
import { type Sample, sample } from './measures.js'
import { reconcile } from './reconcile.js'
import { writeReport } from './report.js'
import { type Shop, startShop } from './shop.js'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, rate: { type: 'string', default: '5' } },
})
const minutes = Number(values.minutes)
const rate = Number(values.rate)
const SAMPLE_MS = 10_000
/** An event that was tried in vain again and again waits up to five minutes for its next try. */
const PATIENCE_MS = 10 * 60_000

const browser = await startBrowser()
const shops: Shop[] = []
try {
  for (const name of Object.keys(ENGINES)) shops.push(await startShop(name, browser))
  const clock = startClock(minutes)
  const results = await Promise.all(
    shops.map(async (shop) => {
      const samples: Sample[] = []
      const watch = async () => {
        for (; !clock.isOver(); await sleep(SAMPLE_MS)) samples.push(await sample(shop))
      }
      await Promise.all([sendAt(rate, shop, clock), shopInBrowser(shop, clock), meetFaults(shop, clock), watch()])
      await shop.engine.proxy.kill() // once more, after all it has lived through
      await shop.engine.proxy.start()
      await untilAllIsSent(shop)
      return { shop, samples, reconciled: await reconcile(shop) }
    }),
  )
  process.exitCode = writeReport(results, { minutes, rate }) ? 0 : 1
} finally {
  await browser.close()
  for (const shop of shops) await shop.stop()
}

async function untilAllIsSent({ name, engine, shopper }: Shop) {
  const untilMs = performance.now() + PATIENCE_MS
  while (performance.now() < untilMs) {
    const inPages = await shopper.flush()
    const inProxy = (await engine.list()).filter(({ state }) => state === 'waiting').length
    if (inPages + inProxy === 0) return
    console.error(`${name}: ${inProxy} events wait in the proxy, ${inPages} in pages`)
    await sleep(5_000)
  }
}
