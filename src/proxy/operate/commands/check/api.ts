/** Whether the API is where RINGUP_API_URL says, takes the key, and knows the lists: by the neutral question, which the proxy asks too. */

import { type Finding, ok, problem, warning } from '../../../../contract/finding.js'
import { TOTAL_MS } from '../../../forward/api.js'
import { createCallApi } from '../../../forward/call-api.js'
import { askList, askOrders, type Reply } from '../../../forward/question.js'
import { toFetchCause } from '../../../network-cause.js'
import type { Settings } from '../../../settings.js'

export async function* askApi(settings: Settings): AsyncGenerator<Finding> {
  const parts = { settings, callApi: createCallApi(), now: Date.now }
  try {
    const reply = await askOrders(parts)
    yield judgeApi(reply, settings.apiUrl)
    if (reply.is !== 'there') return
    for (const list of settings.lists.keys()) yield judgeList(list, await askList(parts, list))
  } catch (error) {
    yield problem(
      `The API cannot be reached at ${settings.apiUrl}: ${toFetchCause(error, TOTAL_MS)}. Events would wait.`,
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
      `At ${apiUrl}/customer/convert/ something else answers ${status}: RINGUP_API_URL is not the API’s base URL, to which /customer/convert/ is added. Is RINGUP_API_URL right?`,
    )
  return warning(`The API is there but answers ${status}. Events would wait.`)
}

/** An API that answers 404 to the question may take sign-ups all the same: it has not been asked with one. */
function judgeList(list: string, reply: Reply): Finding {
  return reply.is === 'there'
    ? ok(`The API knows the list ${list}.`)
    : warning(`The API answers ${reply.status} where sign-ups of ${list} go: see that RINGUP_LISTS has the right id.`)
}
