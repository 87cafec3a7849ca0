/** Keeps in cookies what the demo's visitor has chosen: how the thank-you page says the order, and where the shop sells. */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { findMarket, type Market } from './markets.js'
import type { PageSource } from './sources/index.js'

export interface Choice {
  source: PageSource
  market: Market
}

export interface Choices {
  /** The ways a thank-you page may say its order, of those that the built snippet reads. */
  sources: [PageSource, ...PageSource[]]
  read(c: Context): Choice
  /** An unknown name stands for the first source or market. */
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
