/** Whoever opens many connections, and says little or reads nothing on them, must not be in the way of others. */
import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { readBlocks } from '../accept/address.js'

interface Limits {
  total: number
  /** Most of one IPv4 address or IPv6 /48. This machine's own has no such limit: a web server is there. */
  perAddress: number
}

/** The share of the limit from which connections on which nothing is asked make room for others. */
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

/** The most requests of one connection that wait for their answers. Browsers and web servers ask one by one. */
const MAX_AT_ONCE = 16

/**
 * Answers are kept until they are read, so a connection with too many of them is ended, and so is one on which an answer has not
 * moved for `server.timeout`. An answer that is not there yet may take longer.
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
    // Node ends the connection itself when nobody hears this, also where nothing was asked yet.
    response.on('timeout', () => {
      if (socket.writableLength > 0) socket.destroy()
    })
    answer(request, response)
  }
}

const NO_HEADERS = new Headers()

const isOwn = (address = '') => /^(::ffff:)?127\./.test(address) || address === '::1'
