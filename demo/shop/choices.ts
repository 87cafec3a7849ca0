/** What the demo's visitor has chosen: how the thank-you page speaks, and where the shop sells. Kept in cookies. */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { findMarket, type Market } from './markets.js'
import type { PageSource } from './sources/index.js'

export interface Choice {
  way: PageSource
  market: Market
}

export interface Choices {
  /** Those that the built snippet knows. */
  ways: [PageSource, ...PageSource[]]
  read(c: Context): Choice
  /** What there is no such of becomes the first. */
  write(c: Context, names: { way?: string; market?: string }): void
}

export function createChoices(ways: [PageSource, ...PageSource[]]): Choices {
  const findSource = (id: string | undefined) => ways.find((way) => way.id === id) ?? ways[0]
  return {
    ways,
    read: (c) => ({ way: findSource(getCookie(c, 'way')), market: findMarket(getCookie(c, 'market')) }),
    write(c, names) {
      setCookie(c, 'way', findSource(names.way).id, { httpOnly: true, sameSite: 'Lax', path: '/' })
      setCookie(c, 'market', findMarket(names.market).id, { httpOnly: true, sameSite: 'Lax', path: '/' })
    },
  }
}
