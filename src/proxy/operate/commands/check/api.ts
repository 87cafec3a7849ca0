/**
 * Checks with `{}`, which has no customer and no effect, that the API is at RINGUP_API_URL, accepts the key, and knows the lists. The
 * answers count as for a test order.
 */
import { type Finding, ok, problem, warning } from '../../../../contract/finding.js'
import { type ApiAnswer, TOTAL_MS } from '../../../forward/api.js'
import { createCallApi } from '../../../forward/call-api.js'
import { isTestDelivery, toMeaning } from '../../../forward/policy.js'
import { CONVERT_PATH, toApiRequest, toListPath } from '../../../forward/request.js'
import { toFetchCause } from '../../../network-cause.js'
import type { Settings } from '../../../settings.js'

export async function* askApi(settings: Settings): AsyncGenerator<Finding> {
  const callApi = createCallApi()
  const ask = (path: string) => callApi(toApiRequest(settings, path, '{}'))
  try {
    const answer = await ask(CONVERT_PATH)
    yield judgeApi(answer, settings.apiUrl)
    if (!isUnderstood(answer)) return
    for (const list of settings.lists.keys()) yield judgeList(list, await ask(toListPath(settings, list) ?? ''))
  } catch (error) {
    yield problem(
      `The API cannot be reached at ${settings.apiUrl}: ${toFetchCause(error, TOTAL_MS)}. Events would wait. Is RINGUP_API_URL right?`,
    )
  }
}

const isUnderstood = (answer: ApiAnswer) => isTestDelivery(answer) || toMeaning(answer) === 'delivered'

function judgeApi(answer: ApiAnswer, apiUrl: string): Finding {
  const { status } = answer
  if (isUnderstood(answer))
    return ok(`The API is there and accepts the key (${status} to a request without a customer).`)
  const meaning = toMeaning(answer)
  if (meaning === 'credentials')
    return problem(
      `The API is there and answers ${status}: RINGUP_API_AUTHORIZATION is wrong, or may not be used here.`,
    )
  if (meaning === 'busy' || meaning === 'unreachable')
    return warning(`The API is there but answers ${status}. Events would wait.`)
  return problem(
    `Another server answers ${status} at ${apiUrl}/customer/convert/. RINGUP_API_URL must be the API’s base URL, to which the proxy adds /customer/convert/.`,
  )
}

/** An API that answers 404 to `{}` may still accept sign-ups, so this is only a warning. */
const judgeList = (list: string, answer: ApiAnswer): Finding =>
  isUnderstood(answer)
    ? ok(`The API knows the list ${list}.`)
    : warning(`The API answers ${answer.status} at the address of the list ${list}: check its id in RINGUP_LISTS.`)
