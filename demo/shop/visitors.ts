/** The shop's visitors: a cart in memory for each browser. A cookie identifies the browser. */
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Line } from './cart.js'

export interface Checkout {
  email: string
  name: string
  coupon?: string | undefined
  /** For the demo: the thank-you page leaves in the task that reports the order. */
  leave: boolean
}

export interface Visitor {
  id: string
  lines: Line[]
  checkout?: Checkout
  lastOrder?: string
}

export interface Visitors {
  find(c: Context): Visitor | undefined
  /** Sets the cookie if the browser does not have it yet. */
  findOrCreate(c: Context): Visitor
}

const COOKIE = 'cart'
/** Then the shop forgets the oldest carts. */
const MAX_VISITORS = 10_000

export function createVisitors(): Visitors {
  const visitors = new Map<string, Visitor>()
  const find = (c: Context) => visitors.get(getCookie(c, COOKIE) ?? '')
  return {
    find,
    findOrCreate(c) {
      const known = find(c)
      if (known) return known
      const visitor: Visitor = { id: randomUUID(), lines: [] }
      visitors.set(visitor.id, visitor)
      const [oldest] = visitors.keys()
      if (oldest && visitors.size > MAX_VISITORS) visitors.delete(oldest)
      setCookie(c, COOKIE, visitor.id, { httpOnly: true, sameSite: 'Lax', path: '/' })
      return visitor
    },
  }
}
