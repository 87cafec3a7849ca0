/**
 * Promise: stopping the proxy takes ten seconds at most. Requests that the API has under way by then are repeated at
 * the next start.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { startProxy } from '../../../../src/proxy/run/node.js'
import { createSettings, newFolder, newOrder, ORIGIN } from '../../../support/proxy.js'

const folder = newFolder()
afterEach(() => folder.remove())

/** Lets time pass, and lets other work run. */
async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
  await new Promise((resolve) => setImmediate(resolve))
}

test('stops within ten seconds, whatever the API does', async () => {
  const open = new Set<Socket>()
  const silent = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
  })
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const apiUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}` // it listens on TCP
  const proxy = await startProxy(createSettings({ apiUrl, database: join(folder.path, 'ringup.db') }), {
    snippetFile: 'src/snippet/index.ts', // any file
    log: () => {},
  })
  let isAsked = false
  let isStopped = false
  silent.once('connection', () => {
    isAsked = true
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }) // also the timer that ends the request to the API
  const body = JSON.stringify(newOrder())
  void fetch(`${proxy.url}/ringup`, { method: 'POST', headers: { origin: ORIGIN }, body })
  while (!isAsked) await pass(1)
  void proxy.stop().then(() => {
    isStopped = true
  })
  await pass(9_500) // the request would have half a second left
  while (!isStopped) await pass(0)
  expect(open.size).toBe(1)
  for (const socket of open) socket.destroy()
  silent.close()
})
