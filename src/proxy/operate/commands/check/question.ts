/**
 * The question that `ringup check` asks the API: `{}`, which has no customer and no effect. An API that is there and
 * accepts the key answers it with a JSON object.
 */
import type { ApiAnswer, ApiRequest, CallApi } from '../../../forward/api.js'
import { isJsonObject, toMeaning } from '../../../forward/policy.js'
import { CONVERT_PATH, toApiRequest, toListPath } from '../../../forward/request.js'
import type { Trouble } from '../../../queue/index.js'
import type { Settings } from '../../../settings.js'

/** `missing`: the API is there, and has no list with this id. */
export type Reply =
  | { is: 'there'; status: number }
  | { is: 'missing'; status: number }
  | { is: 'away'; reason: Trouble; status: number }

/** A path that cannot exist at the API. A gateway may answer 404 with JSON to every path. */
const NO_PATH = 'customer/convert-nowhere/'

interface Parts {
  settings: Settings
  callApi: CallApi
}

/**
 * Asks at the address of orders. A 404 counts as the API's answer only if a path that cannot exist gets a different
 * answer.
 *
 * @throws if no answer came
 */
export async function askOrders({ settings, callApi }: Parts): Promise<Reply> {
  const answer = await callApi(toQuestion(settings, CONVERT_PATH))
  const reply = toReply(answer)
  if (reply.is !== 'missing') return reply
  const other = await callApi(toQuestion(settings, NO_PATH))
  const isSame = other.status === answer.status && toLasting(other.text) === toLasting(answer.text)
  return isSame ? { is: 'away', reason: 'address', status: 404 } : { is: 'there', status: 404 }
}

/** @throws if no answer came */
export async function askList({ settings, callApi }: Parts, list: string): Promise<Reply> {
  return toReply(await callApi(toQuestion(settings, toListPath(settings, list) ?? '')))
}

const toQuestion = (settings: Settings, path: string): ApiRequest => toApiRequest(settings, path, '{}')

/** Removes the parts of a text that change with each request: the path, times, and ids. */
const toLasting = (text: string) =>
  text.replace(/customer\W+convert(-nowhere)?\b/g, '').replace(/[\da-f-]*\d[\da-f-]*/gi, '')

function toReply(answer: ApiAnswer): Reply {
  const { status, text } = answer
  const meaning = toMeaning(answer)
  if (status === 404 && meaning === 'refused') return { is: 'missing', status }
  const isUnderstood = status === 400 || status === 422 || meaning === 'delivered'
  if (isUnderstood && (isJsonObject(text) || status === 204)) return { is: 'there', status } // 204 never has a text
  return { is: 'away', reason: meaning === 'delivered' || meaning === 'refused' ? 'address' : meaning, status }
}
