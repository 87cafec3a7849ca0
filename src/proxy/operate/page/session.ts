/**
 * Sessions of operators who have typed RINGUP_ADMIN_TOKEN. The cookie contains the end of the session, signed with the token. So the proxy
 * stores nothing, and a new token ends all sessions.
 */
import type { Context } from 'hono'
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import { timingSafeEqual } from 'hono/utils/buffer'

const COOKIE = 'ringup'
const KEPT_S = 8 * 3_600

/** @param tokens each of them is valid; without a token, signing in is not possible */
export function createSessions(tokens: string[], now: () => number) {
  return {
    async isSignedIn(context: Context): Promise<boolean> {
      const ends = await Promise.all(tokens.map((token) => getSignedCookie(context, token, COOKIE)))
      return ends.some((end) => Number(end) > now())
    },
    /**
     * Wrong tokens are not counted. 16 characters cannot be guessed, and a limit would lock the operator out.
     *
     * @returns whether the token is right
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
