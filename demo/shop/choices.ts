/** What the demo's visitor has chosen: how the thank-you page speaks, and where the shop sells. Kept in cookies. */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { findMarket, type Market } from './markets.js'
import type { Way } from './ways/index.js'

export interface Choice {
  way: Way
  market: Market
}

export interface Choices {
  /** Those that the built snippet knows. */
  ways: [Way, ...Way[]]
  read(c: Context): Choice
  /** What there is no such of becomes the first. */
  write(c: Context, names: { way?: string; market?: string }): void
}

export function createChoices(ways: [Way, ...Way[]]): Choices {
  const findWay = (id: string | undefined) => ways.find((way) => way.id === id) ?? ways[0]
  return {
    ways,
    read: (c) => ({ way: findWay(getCookie(c, 'way')), market: findMarket(getCookie(c, 'market')) }),
    write(c, names) {
      setCookie(c, 'way', findWay(names.way).id, { httpOnly: true, sameSite: 'Lax', path: '/' })
      setCookie(c, 'market', findMarket(names.market).id, { httpOnly: true, sameSite: 'Lax', path: '/' })
    },
  }
}
