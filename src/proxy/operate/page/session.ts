/**
 * Who may do more than look: whoever has typed RINGUP_ADMIN_TOKEN. The cookie says until when, and a hash made with the token
 * that nobody has changed it; so nothing is kept here, and another token ends all sessions.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

const COOKIE = 'ringup'
const KEPT_S = 8 * 3_600

export interface Sessions {
  isSignedIn(context: Context): boolean
  /**
   * Wrong tokens are not counted: 16 characters are not found by trying, and a limit would keep the operator out instead.
   *
   * @returns whether it is the token
   */
  signIn(context: Context, token: string): boolean
  signOut(context: Context): void
}

/** @param tokens any of them will do; none: nobody can sign in */
export function createSessions(tokens: string[], now: () => number): Sessions {
  const toValue = (token: string, expires: string) =>
    `${expires}.${createHmac('sha256', token).update(`ringup session ${expires}`).digest('base64url')}`

  return {
    isSignedIn(context) {
      const value = getCookie(context, COOKIE) ?? ''
      const [expires = ''] = value.split('.')
      return Number(expires) > now() && tokens.map((each) => isEqual(toValue(each, expires), value)).includes(true)
    },
    signIn(context, token) {
      if (!tokens.map((each) => isEqual(each, token)).includes(true)) return false
      const secure = new URL(context.req.url).protocol === 'https:'
      const value = toValue(token, String(now() + KEPT_S * 1_000))
      setCookie(context, COOKIE, value, { path: '/', httpOnly: true, sameSite: 'Strict', maxAge: KEPT_S, secure })
      return true
    },
    signOut: (context) => void deleteCookie(context, COOKIE, { path: '/' }),
  }
}

/** Takes as long, whatever the texts are. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
