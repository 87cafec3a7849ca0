/** What the demo's visitor has chosen: how the thank-you page speaks, and where the shop sells. Kept in cookies. */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { findMarket, type Market } from './markets.js'
import type { PageSource } from './sources/index.js'

export interface Choice {
  source: PageSource
  market: Market
}

export interface Choices {
  /** Those that the built snippet knows. */
  sources: [PageSource, ...PageSource[]]
  read(c: Context): Choice
  /** What there is no such of becomes the first. */
  write(c: Context, names: { source?: string; market?: string }): void
}

export function createChoices(sources: [PageSource, ...PageSource[]]): Choices {
  const findSource = (id: string | undefined) => sources.find((source) => source.id === id) ?? sources[0]
  return {
    sources,
    read: (c) => ({ source: findSource(getCookie(c, 'source')), market: findMarket(getCookie(c, 'market')) }),
    write(c, names) {
      setCookie(c, 'source', findSource(names.source).id, { httpOnly: true, sameSite: 'Lax', path: '/' })
      setCookie(c, 'market', findMarket(names.market).id, { httpOnly: true, sameSite: 'Lax', path: '/' })
    },
  }
}
