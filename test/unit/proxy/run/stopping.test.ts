/** Whoever stops the proxy waits ten seconds at most: what the API has under way by then is repeated at the next start. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { startProxy } from '../../../../src/proxy/run/node.js'
import { createSettings, newFolder, newOrder, ORIGIN } from '../../../support/proxy.js'

const folder = newFolder()
afterEach(() => {
  vi.useRealTimers()
  folder.remove()
})

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
  const asked = once(silent, 'connection')
  const body = JSON.stringify(newOrder())
  expect((await fetch(`${proxy.url}/ringup`, { method: 'POST', headers: { origin: ORIGIN }, body })).status).toBe(202)
  await asked
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isStopped = false
  void proxy.stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(9_500) // the request to the API would have half a second left
  await expect.poll(() => isStopped).toBe(true)
  for (const socket of open) socket.destroy()
  silent.close()
})
