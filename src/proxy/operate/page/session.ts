/**
 * Who may do more than look: whoever has typed RINGUP_ADMIN_TOKEN. The cookie says until when, signed with the token; so nothing is
 * kept here, and another token ends all sessions.
 */
import type { Context } from 'hono'
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import { timingSafeEqual } from 'hono/utils/buffer'

const COOKIE = 'ringup'
const KEPT_S = 8 * 3_600

/** @param tokens any of them will do; none: nobody can sign in */
export function createSessions(tokens: string[], now: () => number) {
  return {
    async isSignedIn(context: Context): Promise<boolean> {
      const ends = await Promise.all(tokens.map((token) => getSignedCookie(context, token, COOKIE)))
      return ends.some((end) => Number(end) > now())
    },
    /**
     * Wrong tokens are not counted: 16 characters are not found by trying, and a limit would keep the operator out instead.
     *
     * @returns whether it is the token
     */
    async signIn(context: Context, typed: string): Promise<boolean> {
      const equal = await Promise.all(tokens.map((token) => timingSafeEqual(token, typed)))
      const token = tokens[equal.indexOf(true)]
      if (token === undefined) return false
      const secure = new URL(context.req.url).protocol === 'https:'
      const end = String(now() + KEPT_S * 1_000)
      await setSignedCookie(context, COOKIE, end, token, { httpOnly: true, sameSite: 'Strict', maxAge: KEPT_S, secure })
      return true
    },
    signOut: (context: Context) => void deleteCookie(context, COOKIE, { path: '/' }),
  }
}
