/**
 * The neutral question: is it the API, or this event?
 *
 * Anybody can send an event that a firewall, a field's limit or a mistake before the API answers with anything, or never. So an
 * answer that could mean either is settled by a request of our own that has no customer and no effect, `{}` where orders go. An
 * API that is there and takes the key answers it with a JSON object: that something is missing, or even that all is well.
 */
import type { Settings } from '../settings.js'
import type { ApiAnswer, ApiRequest, CallApi } from './api.js'
import { isJsonObject, toRetryAfterMs, toVerdict } from './policy.js'
import { CONVERT_PATH, toApiRequest, toListPath } from './request.js'

export type Trouble = 'unreachable' | 'busy' | 'credentials' | 'address'

/** What it says of the API as a whole. */
export type Reply = { is: 'there'; status: number } | { is: 'away'; reason: Trouble; status?: number; waitMs?: number }

/** How long a reply holds for one customer's events; see `askAbout` of outcomes.ts. */
const HOLDS_MS = 5_000

export interface NeutralQuestion {
  /** When it was sent last; undefined: not yet. */
  readonly askedMs: number | undefined
  /** Since when it has failed; undefined: it was not answered yet, or well. */
  readonly failsSinceMs: number | undefined
  /** Asks, unless a reply is known that holds still; many at once share one. */
  ask(): Promise<Reply>
  /** Asks anew. */
  askNow(): Promise<Reply>
}

export interface Parts {
  request: ApiRequest
  callApi: CallApi
  now: () => number
}

export function createNeutralQuestion({ request, callApi, now }: Parts): NeutralQuestion {
  let known: { reply: Reply; atMs: number } | undefined
  let asking: Promise<Reply> | undefined
  let askedMs: number | undefined
  let failsSinceMs: number | undefined

  async function send(): Promise<Reply> {
    askedMs = now()
    const answer = await callApi(request).catch(() => undefined)
    const reply = toReply(answer, now())
    known = { reply, atMs: now() }
    failsSinceMs = reply.is === 'away' ? (failsSinceMs ?? now()) : undefined
    asking = undefined
    return reply
  }

  const askNow = () => (asking ??= send())
  const isFresh = (atMs: number) => now() >= atMs && now() - atMs < HOLDS_MS // a clock set back makes it old

  return {
    get askedMs() {
      return askedMs
    },
    get failsSinceMs() {
      return failsSinceMs
    },
    ask: async () => (known && isFresh(known.atMs) ? known.reply : askNow()),
    askNow,
  }
}

/** The request itself: it is never stored, and changes nothing. */
export const toQuestion = (settings: Pick<Settings, 'apiUrl' | 'apiAuthorization'>) =>
  toApiRequest(settings, CONVERT_PATH, '{}')

/** The same where the sign-ups of a list go. */
export const toListQuestion = (settings: Settings, list: string) =>
  toApiRequest(settings, toListPath(settings, list) ?? '', '{}')

/** @param answer undefined: none, or half of one */
export function toReply(answer: ApiAnswer | undefined, nowMs: number): Reply {
  if (!answer) return { is: 'away', reason: 'unreachable' }
  const { status, text, retryAfter } = answer
  const verdict = toVerdict(answer)
  if (verdict === 'credentials' || verdict === 'address' || verdict === 'busy') {
    const waitMs = toRetryAfterMs(retryAfter, nowMs)
    return { is: 'away', reason: verdict, status, ...(waitMs !== undefined && { waitMs }) }
  }
  // Without a body there is nothing to tell the API by; 204 says all by itself.
  return isJsonObject(text) || status === 204 ? { is: 'there', status } : { is: 'away', reason: 'address', status }
}
