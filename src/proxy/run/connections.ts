/** Limits connections and unread answers, so that clients with many idle connections do not block others. */
import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { readBlocks } from '../accept/address.js'

interface Limits {
  total: number
  /**
   * The most connections of one IPv4 address or IPv6 /48. Addresses of this machine have no such limit, because a web
   * server may run there.
   */
  perAddress: number
}

/** The share of the total from which idle connections are closed to make room. */
const CROWDED = 0.9

export function limitConnections(server: Pick<Server, 'on' | 'closeIdleConnections' | 'maxConnections'>, most: Limits) {
  server.maxConnections = most.total
  const counts = new Map<string | number, number>()
  let total = 0

  server.on('connection', (socket: Socket) => {
    const address = readBlocks(socket.remoteAddress, NO_HEADERS, 0).at(-1) ?? ''
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    total += 1
    socket.once('close', () => {
      total -= 1
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    })
    if (count > most.perAddress && !isOwn(socket.remoteAddress)) socket.destroy()
    else if (total >= most.total * CROWDED) server.closeIdleConnections()
  })
}

/** The most unanswered requests of one connection. Browsers and web servers send one after another. */
const MAX_AT_ONCE = 16

/**
 * Limits unread answers, because they are kept until they are read. A connection with too many of them is ended. A
 * connection on which an answer has not moved for `server.timeout` is ended too. An answer that is not there yet may
 * take longer.
 */
export function limitUnread(answer: RequestListener): RequestListener {
  const unread = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const count = (unread.get(socket) ?? 0) + 1
    if (count > MAX_AT_ONCE) {
      socket.destroy()
      return
    }
    unread.set(socket, count)
    response.once('close', () => unread.set(socket, (unread.get(socket) ?? 1) - 1))
    // Without a listener, Node ends the connection itself, even if no request was made on it.
    response.on('timeout', () => {
      if (socket.writableLength > 0) socket.destroy()
    })
    answer(request, response)
  }
}

const NO_HEADERS = new Headers()

const isOwn = (address = '') => /^(::ffff:)?127\./.test(address) || address === '::1'
