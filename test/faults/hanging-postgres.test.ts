/**
 * Promise: the proxy stops within 10 s even if the network to Postgres swallows all data, the end of a connection too.
 * service.test.ts tests each part of stopping.
 */

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Postgres, startPostgres } from '../support/postgres.js'
import { isInstalled } from '../support/programs.mjs'
import { newOrder } from '../support/proxy.js'
import { run, untilListening } from '../support/proxy-process.js'
import { send } from '../support/wire.js'

/**
 * Twice the promised time, because the machine may be busy. Without the bound on stopping, the proxy waits for its
 * statements, for over 30 s.
 */
const STOPPED_MS = 20_000

describe.skipIf(!isInstalled('postgres'))('a Postgres that hangs', () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.remove())

  /** Passes all data on to Postgres, until it hangs. It then does not answer the end of a connection either. */
  async function openRelay() {
    const sockets = new Set<Socket>()
    let isHanging = false
    const relay = createServer({ allowHalfOpen: true }, (client) => {
      const server = connect(postgres.port, '127.0.0.1')
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        sockets.add(from)
        from.on('data', (data) => isHanging || to.write(data)).on('error', () => {})
        from.on('end', () => isHanging || to.end()).on('close', () => isHanging || to.destroy())
      }
    })
    await once(relay.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      relay.close()
    })
    return {
      port: (relay.address() as AddressInfo).port, // it listens on TCP
      hang() {
        isHanging = true
      },
    }
  }

  test('does not keep the proxy from stopping', async () => {
    const relay = await openRelay()
    const { url } = await postgres.newDatabase()
    const RINGUP_DATABASE = url.replace(`:${postgres.port}/`, `:${relay.port}/`)
    const proxy = run({ RINGUP_API_URL: 'http://127.0.0.1:1', RINGUP_DATABASE })
    onTestFinished(() => void proxy.child.kill('SIGKILL'))
    const address = await untilListening(proxy)
    expect((await send(address, { body: newOrder() })).status).toBe(202)
    relay.hang()
    void send(address, { body: newOrder() }).catch(() => {}) // under way as the proxy stops
    const fromMs = performance.now()
    proxy.child.kill('SIGTERM')
    expect(await proxy.ended).toBe(0)
    expect(performance.now() - fromMs).toBeLessThan(STOPPED_MS)
  })
})
