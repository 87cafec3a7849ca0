/** Checks with a request without a customer that the API is at RINGUP_API_URL, accepts the key, and knows the lists. */
import { type Finding, ok, problem, warning } from '../../../../contract/finding.js'
import { TOTAL_MS } from '../../../forward/api.js'
import { createCallApi } from '../../../forward/call-api.js'
import { toFetchCause } from '../../../network-cause.js'
import type { Settings } from '../../../settings.js'
import { askList, askOrders, type Reply } from './question.js'

export async function* askApi(settings: Settings): AsyncGenerator<Finding> {
  const parts = { settings, callApi: createCallApi() }
  try {
    const reply = await askOrders(parts)
    yield judgeApi(reply, settings.apiUrl)
    if (reply.is !== 'there') return
    for (const list of settings.lists.keys()) yield judgeList(list, await askList(parts, list))
  } catch (error) {
    yield problem(
      `The API cannot be reached at ${settings.apiUrl}: ${toFetchCause(error, TOTAL_MS)}. Events would wait. Is RINGUP_API_URL right?`,
    )
  }
}

function judgeApi(reply: Reply, apiUrl: string): Finding {
  const { status } = reply
  if (reply.is === 'there')
    return ok(`The API is there and takes the key (${status} to a question without a customer).`)
  const reason = reply.is === 'missing' ? 'address' : reply.reason
  if (reason === 'credentials')
    return problem(
      `The API is there and answers ${status}: RINGUP_API_AUTHORIZATION is wrong, or may not be used here.`,
    )
  if (reason === 'address')
    return problem(
      `At ${apiUrl}/customer/convert/ something else answers ${status}. RINGUP_API_URL must be the API’s base URL, to which the proxy adds /customer/convert/.`,
    )
  return warning(`The API is there but answers ${status}. Events would wait.`)
}

/** An API that answers 404 to the question may still take sign-ups, so this is only a warning. */
function judgeList(list: string, reply: Reply): Finding {
  return reply.is === 'there'
    ? ok(`The API knows the list ${list}.`)
    : warning(
        `The API answers ${reply.status} at the address of the list ${list}: see that RINGUP_LISTS has the right id.`,
      )
}
