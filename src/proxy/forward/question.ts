/**
 * The neutral question. It decides whether an answer is about the API or about one event.
 *
 * A stranger can send an event to which a firewall, a field's limit or a fault in front of the API gives any answer or
 * none. So the proxy sends its own request, `{}`, to the event's address. It has no customer and no effect. An API that
 * is there and accepts the key answers it with a JSON object.
 */
import type { Settings } from '../settings.js'
import type { ApiAnswer, ApiRequest, CallApi } from './api.js'
import { isJsonObject, type Trouble, toMeaning, toRetryAfterMs } from './policy.js'
import { CONVERT_PATH, toApiRequest, toListPath } from './request.js'

/** `missing`: the API is there, and has no list with this id. */
export type Reply =
  | { is: 'there'; status: number }
  | { is: 'missing'; status: number }
  | { is: 'away'; reason: Trouble; status?: number; waitMs?: number }

/** The time for which a reply is valid. */
const VALID_MS = 5_000
/** A path that cannot exist at the API. A gateway may answer 404 with JSON to every path. */
const NO_PATH = 'customer/convert-nowhere/'

interface Parts {
  settings: Settings
  callApi: CallApi
  now: () => number
}

export type Question = ReturnType<typeof createQuestion>

/** @param list undefined: the question is sent to the address of orders */
export function createQuestion(parts: Parts, list?: string) {
  const { now } = parts
  let known: { reply: Reply; atMs: number } | undefined
  let asking: Promise<Reply> | undefined
  let askedMs: number | undefined
  let failsSinceMs: number | undefined

  async function send(): Promise<Reply> {
    askedMs = now()
    const sent = list === undefined ? askOrders(parts) : askList(parts, list)
    const reply = await sent.catch((): Reply => ({ is: 'away', reason: 'unreachable' }))
    known = { reply, atMs: now() }
    failsSinceMs = reply.is === 'there' ? undefined : (failsSinceMs ?? now())
    asking = undefined
    return reply
  }

  // A clock that was set back makes a reply invalid.
  const isValid = (atMs: number, validMs: number) => now() >= atMs && now() - atMs < validMs
  /** Asks again. Concurrent callers share one request. */
  const askNow = () => (asking ??= send())

  return {
    /** The time at which the question was last sent. Undefined if it was never sent. */
    get askedMs() {
      return askedMs
    },
    /** The time of the first failure since the last answer. Undefined if it was answered since, or never sent. */
    get failsSinceMs() {
      return failsSinceMs
    },
    /** Asks, unless a reply is still valid. @param thereMs the time for which the reply `there` is valid */
    async ask(thereMs = VALID_MS): Promise<Reply> {
      const isKnown = known && isValid(known.atMs, known.reply.is === 'there' ? thereMs : VALID_MS)
      return known && isKnown ? known.reply : askNow()
    },
    askNow,
  }
}

/**
 * Asks at the address of orders. A 404 counts as the API's answer only if a path that cannot exist gets a different
 * answer.
 *
 * @throws if no answer came
 */
export async function askOrders({ settings, callApi, now }: Parts): Promise<Reply> {
  const answer = await callApi(toQuestion(settings, CONVERT_PATH))
  const reply = toReply(answer, now())
  if (reply.is !== 'missing') return reply
  const other = await callApi(toQuestion(settings, NO_PATH))
  const isSame = other.status === answer.status && toLasting(other.text) === toLasting(answer.text)
  return isSame ? { is: 'away', reason: 'address', status: 404 } : { is: 'there', status: 404 }
}

/** @throws if no answer came */
export async function askList({ settings, callApi, now }: Parts, list: string): Promise<Reply> {
  return toReply(await callApi(toQuestion(settings, toListPath(settings, list) ?? '')), now())
}

const toQuestion = (settings: Settings, path: string): ApiRequest => toApiRequest(settings, path, '{}')

/** Removes the parts of a text that change with each request: the path, times, and ids. */
const toLasting = (text: string) =>
  text.replace(/customer\W+convert(-nowhere)?\b/g, '').replace(/[\da-f-]*\d[\da-f-]*/gi, '')

function toReply(answer: ApiAnswer, nowMs: number): Reply {
  const { status, text, retryAfter } = answer
  const meaning = toMeaning(answer)
  if (meaning === 'missing') return { is: 'missing', status }
  const isUnderstood = status === 400 || status === 422 || meaning === 'delivered'
  if (isUnderstood && (isJsonObject(text) || status === 204)) return { is: 'there', status } // 204 never has a text
  const reason = meaning === 'delivered' || meaning === 'refused' ? 'address' : meaning
  const waitMs = toRetryAfterMs(retryAfter, nowMs)
  return { is: 'away', reason, status, ...(waitMs !== undefined && { waitMs }) }
}
