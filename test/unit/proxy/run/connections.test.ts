/**
 * Promise: one client has only its share of connections. The share does not limit the web server before the proxy and
 * other clients.
 */
import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { limitConnections } from '../../../../src/proxy/run/connections.js'

class Server extends EventEmitter {
  maxConnections = 0
  closeIdleConnections = vi.fn<() => void>()
}

class Socket extends EventEmitter {
  isDestroyed = false
  constructor(readonly remoteAddress: string) {
    super()
  }
  destroy() {
    this.isDestroyed = true
    this.emit('close')
  }
}

let server: Server
beforeEach(() => {
  server = new Server()
  limitConnections(server as never, { total: 100, perAddress: 3 }) // it uses only these functions of a server
})

function connect(address: string) {
  const socket = new Socket(address)
  server.emit('connection', socket)
  return socket
}

describe('of one client', () => {
  test.each<[addresses: string[], kept: number, what: string]>([
    [Array(5).fill('192.0.2.1'), 3, 'an IPv4 address'],
    [Array(5).fill('::ffff:192.0.2.1'), 3, 'an IPv4 address, in the form of a dual-stack socket'],
    [['2001:db8:1::1', '2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:ffff::1'], 3, 'an IPv6 /48'],
    [['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'], 4, 'four clients'],
    [Array(5).fill('127.0.0.1'), 5, 'the web server of this machine'],
    [Array(5).fill('::1'), 5, 'the web server of this machine'],
  ])('%j: %i (%s)', (addresses, kept) => {
    expect(addresses.map(connect).filter(({ isDestroyed }) => !isDestroyed)).toHaveLength(kept)
  })

  test('ended connections do not count', () => {
    for (let n = 0; n < 10; n += 1) connect('192.0.2.1').destroy()
    expect(connect('192.0.2.1').isDestroyed).toBe(false)
  })
})

test('idle ones are closed at nine tenths of the limit', () => {
  for (let n = 0; n < 89; n += 1) connect('127.0.0.1')
  expect(server.closeIdleConnections).not.toHaveBeenCalled()
  connect('127.0.0.1')
  expect(server.closeIdleConnections).toHaveBeenCalledOnce()
})
