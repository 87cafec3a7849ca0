/** Promise: the reader of the log may stop reading or go away. Lines are lost and counted, and nothing else is lost. */
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newFolder, newOrder, ORIGIN } from '../support/proxy.js'
import { type Running, run, untilListening } from '../support/proxy-process.js'

let folder: ReturnType<typeof newFolder>
let proxy: Running
let url: string
let adminUrl: string
let agent: Agent

beforeEach(async () => {
  folder = newFolder()
  agent = new Agent({ connections: 16 })
  proxy = run({ RINGUP_API_URL: 'http://127.0.0.1:1', RINGUP_DATABASE: join(folder.path, 'ringup.db') })
  url = await untilListening(proxy)
  await expect.poll(() => proxy.said()).toContain('/metrics')
  adminUrl = /Health and metrics are on (http:\S+)\/health/.exec(proxy.said())?.[1] ?? ''
})
afterEach(async () => {
  proxy.child.kill('SIGKILL')
  await agent.destroy()
  folder.remove()
})

/** More than a pipe of 64 KiB and the proxy's own 256 KiB hold. */
const ENOUGH = 2_500

/** @returns the number of answers with each status */
async function sendOrders(orders: number): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  let sent = 0
  const shopper = async () => {
    for (; sent < orders; sent += 1) {
      const { statusCode, body } = await request(`${url}/ringup`, {
        method: 'POST',
        headers: { origin: ORIGIN, 'content-type': 'text/plain' },
        body: JSON.stringify(newOrder()),
        dispatcher: agent,
      })
      await body.dump()
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 16 }, shopper))
  return statuses
}

async function readDropped(): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  return Number(/^ringup_log_lines_dropped_total (\d+)$/m.exec(text)?.[1])
}

describe('a reader that stalls', () => {
  beforeEach(() => void proxy.child.stdout?.pause())

  test('freezes neither orders nor health, and later learns how many lines it missed', async () => {
    expect(Object.keys(await sendOrders(ENOUGH))).toEqual(['202'])
    expect((await fetch(`${adminUrl}/health`)).status).toBe(200)
    const dropped = await readDropped()
    expect(dropped).toBeGreaterThan(0)
    proxy.child.stdout?.resume()
    await expect
      .poll(async () => {
        await fetch(`${url}/ringup/ringup.js`) // this line comes before the next one
        return /"event":"log_dropped","count":(\d+)/.exec(proxy.said())?.[1]
      })
      .toBe(String(dropped))
  })

  test('does not keep the proxy from ending', async () => {
    await sendOrders(ENOUGH)
    const ended = new Promise((resolve) => proxy.child.once('exit', resolve)) // its output is not read
    proxy.child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})

test('a reader that goes away does not harm others', async () => {
  proxy.child.stdout?.destroy()
  expect(Object.keys(await sendOrders(100))).toEqual(['202'])
  expect((await fetch(`${adminUrl}/health`)).status).toBe(200)
})
