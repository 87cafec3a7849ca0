/**
 * Promise: while the disk is full, the proxy reports it and loses no event. When there is room again, it continues by
 * itself.
 */
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { newEmail } from '../support/api.js'
import { countHeld } from '../support/count-held.js'
import { newOrder, toPassed } from '../support/proxy.js'
import type { ProxyProcess } from '../support/proxy-process.js'
import { type Accepted, countWrong, inviteCustomers, NOTHING_WRONG } from '../support/shoppers.js'
import { mountSmallDisk } from '../support/small-disk.js'
import { startTroubledProxy } from '../support/troubled-proxy.js'
import { send as sendTo } from '../support/wire.js'

const MEGABYTES = 24
/** Their results are more than the log of SQLite has room for. */
const WAITING = 500

/** The proxy may still find room for a few events, in pages of the file that became free. */
const MEANWHILE: { what: string; act: (proxy: ProxyProcess) => Promise<void> }[] = [
  { what: 'runs on', act: async () => {} },
  { what: 'is killed and started', act: (proxy) => proxy.kill().then(proxy.start) },
]

describe.each(MEANWHILE)('on a disk that is really full a proxy that $what', ({ act }) => {
  const disk = mountSmallDisk(MEGABYTES)
  if (!disk) console.warn('SKIPPED: no small disk may be mounted here, so the proxy was not tried on a full one.')
  afterAll(() => disk?.remove())

  test.skipIf(!disk)('refuses arrivals, sends waiting events, and accepts events when there is room', async () => {
    const database = join(disk?.path ?? '', 'ringup.db')
    const { api, proxy, stop } = await startTroubledProxy({ RINGUP_DATABASE: database })
    try {
      const customers = await inviteCustomers(api, 900)
      const accepted: Accepted = []
      const send = async () => {
        const order = newOrder({
          email: customers.pop() ?? newEmail(),
          cart_items: [{ product_id: 'x'.repeat(20), description: 'x'.repeat(3_000) }],
        })
        const answer = await sendTo(proxy.url, { body: order })
        if (answer.status === 202)
          accepted.push({ email: toPassed(order).email, number: toPassed(order).cart_data.order_number })
        return answer
      }
      await api.goAway()
      for (let event = 0; event < WAITING; event += 1) expect((await send()).status).toBe(202)
      const sendUntilRefused = async () => {
        let answer = await send()
        while (answer.status === 202) answer = await send()
        return answer
      }
      disk?.fill(64 * 1024)
      const refused = await sendUntilRefused()
      disk?.fill(0)
      expect(refused.status).toBe(503)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(30)
      await act(proxy)
      expect((await sendUntilRefused()).status).toBe(503)
      await api.comeBack()
      await expect.poll(() => countWrong(api, accepted), { interval: 250 }).toEqual(NOTHING_WRONG)
      await expect.poll(async () => (await countHeld(database)).held, { interval: 500 }).toBe(0)
      // The events of the queue are gone, so its file has room again, although the disk is still full.
      await expect.poll(async () => (await send()).status, { interval: 500 }).toBe(202)
      await proxy.kill()
      await proxy.start()
      await expect.poll(() => countWrong(api, accepted), { interval: 250 }).toEqual(NOTHING_WRONG)
      expect(accepted.length).toBeGreaterThan(WAITING)
    } finally {
      await stop()
    }
  })
})
