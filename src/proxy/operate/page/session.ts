/**
 * Sessions of operators who have typed RINGUP_ADMIN_TOKEN. The cookie contains the end of the session, signed with a random key of this
 * process. So the proxy stores nothing, a restart ends all sessions, and a forged cookie says nothing about the token.
 */

import type { Context } from 'hono'
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import { timingSafeEqual } from 'hono/utils/buffer'
import { MINUTE_MS } from '../../duration.js'
import type { Log } from '../../log/line.js'
import { readSender } from '../../network.js'
import { isLoopback } from '../../network-cause.js'
import type { PageEnv } from './html.js'

const COOKIE = 'ringup'
const VALID_S = 8 * 3_600
/** The wrong tokens of one network in a minute. After them none of its tokens is accepted until the minute is over. */
const MAX_WRONG = 5
/** The wrong tokens that are remembered, so that strangers do not fill the memory. */
const MAX_REMEMBERED = 1_000

/** @param tokens each of them is valid; without a token, signing in is not possible */
export function createSessions(tokens: string[], now: () => number, log: Log) {
  const key = crypto.getRandomValues(new Uint8Array(32))
  let wrong: { network: string | undefined; ms: number }[] = []

  return {
    async isSignedIn(context: Context): Promise<boolean> {
      return Number(await getSignedCookie(context, key, COOKIE)) > now()
    },
    /** Logs and counts a wrong token. */
    async signIn(context: Context<PageEnv>, typed: string): Promise<'signed_in' | 'wrong' | 'too_many'> {
      const network = readSender(context.env?.address, context.req.raw.headers, 0)?.network
      wrong = wrong.filter(({ ms }) => Math.abs(now() - ms) < MINUTE_MS).slice(-MAX_REMEMBERED)
      if (wrong.filter((each) => each.network === network).length >= MAX_WRONG) return 'too_many'
      const equal = await Promise.all(tokens.map((token) => timingSafeEqual(token, typed)))
      if (!equal.includes(true)) {
        wrong.push({ network, ms: now() })
        log({ event: 'wrong_token' })
        return 'wrong'
      }
      const end = String(now() + VALID_S * 1_000)
      await setSignedCookie(context, COOKIE, end, key, {
        httpOnly: true,
        sameSite: 'Strict',
        maxAge: VALID_S,
        secure: !isLoopback(new URL(context.req.url).hostname), // a web server in front ends TLS
      })
      return 'signed_in'
    },
    signOut: (context: Context) => void deleteCookie(context, COOKIE, { path: '/' }),
  }
}
