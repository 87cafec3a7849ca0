/** Shoppers at a steady rate. Each tries until the answer is 202, as the snippet does; some repeat themselves, some hang up. */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { newSignUp } from '../support/proxy.js'
import { HEADERS, send } from '../support/wire.js'
import type { Clock } from './clock.js'
import { type Event, POISON, type Shop } from './shop.js'

/** The special shoppers, each by its interval. */
const EVERY = { 'sign-up': 5, repeating: 7, 'hanging up': 23, poison: 101 }
const RETRY_MS = 1_000
/** How often the page that stays orders, and the one that is left. */
const ORDER_MS = 4_000
const ORDER_AND_LEAVE_MS = 10_000

export async function sendAt(perSecond: number, shop: Shop, clock: Clock): Promise<void> {
  const sent: Promise<void>[] = []
  for (let number = 1; !clock.isOver(); number += 1) {
    sent.push(report(shop, number, clock))
    await sleep(1_000 / perSecond)
  }
  await Promise.all(sent)
}

async function report(shop: Shop, number: number, clock: Clock): Promise<void> {
  const is = (like: keyof typeof EVERY) => number % EVERY[like] === 0
  const event = is('sign-up') ? newSignUp() : await shop.newOrder(is('poison') ? POISON : undefined)
  if (is('hanging up')) await hangUp(shop, event)
  const tries = Array.from({ length: is('repeating') ? 2 : 1 }, () => tryUntilAccepted(shop, event, clock))
  await Promise.all(tries)
}

async function tryUntilAccepted(shop: Shop, event: Event, clock: Clock): Promise<void> {
  while (!clock.isOver()) {
    const answer = await send(shop.engine.proxy.url, { body: event }).catch(() => undefined) // it is being ended
    if (answer?.status === 202) return void shop.accepted.set(event.id, event)
    await sleep(RETRY_MS)
  }
}

/** Ends the connection in the middle of the body. */
async function hangUp({ engine }: Shop, event: Event): Promise<void> {
  const body = JSON.stringify(event)
  const head = Object.entries({ ...HEADERS, host: 'shop.example', 'content-length': body.length })
  const { hostname, port } = new URL(engine.proxy.url || 'http://127.0.0.1:1')
  const socket = connect(Number(port), hostname)
  socket.on('connect', () => {
    const lines = ['POST /ringup HTTP/1.1', ...head.map(([name, value]) => `${name}: ${value}`)]
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body.slice(0, body.length / 2)}`, () => socket.destroy())
  })
  socket.on('error', () => {}) // the proxy does not listen
  await new Promise((resolve) => socket.on('close', resolve))
}

export async function shopInBrowser(shop: Shop, clock: Clock): Promise<void> {
  const again = async (everyMs: number, visit: 'order' | 'orderAndLeave') => {
    for (; !clock.isOver(); await sleep(everyMs)) {
      const { body } = await shop.newOrder()
      const isOpen = await shop.shopper[visit](body).then(
        () => true,
        () => false, // offline: the page could not be opened
      )
      if (isOpen) shop.ofPages.push(body.cart_data.order_number)
    }
  }
  await Promise.all([again(ORDER_MS, 'order'), again(ORDER_AND_LEAVE_MS, 'orderAndLeave')])
}
