/** Whether the API is where RINGUP_API_URL says, takes the key, and knows the lists: by the neutral question, which the proxy asks too. */
import { type ApiRequest, TOTAL_MS } from '../../../forward/api.js'
import { createCallApi } from '../../../forward/call-api.js'
import { type Reply, toListQuestion, toQuestion, toReply } from '../../../forward/neutral-question.js'
import { type Finding, ok, problem, warning } from '../../../look/finding.js'
import { toFetchCause } from '../../../network-cause.js'
import type { Settings } from '../../../settings.js'

export async function* askApi(settings: Settings): AsyncGenerator<Finding> {
  const callApi = createCallApi()
  /** Sends `{}`: it has no customer, and so no effect. */
  const ask = async (request: ApiRequest) => toReply(await callApi(request), Date.now())
  const question = toQuestion(settings)
  try {
    const reply = await ask(question)
    yield judgeApi(reply, question.url)
    if (reply.is !== 'there') return
    for (const list of settings.lists.keys()) yield judgeList(list, await ask(toListQuestion(settings, list)))
  } catch (error) {
    yield problem(
      `The API cannot be reached at ${settings.apiUrl}: ${toFetchCause(error, TOTAL_MS)}. Events would wait.`,
    )
  }
}

function judgeApi(reply: Reply, url: string): Finding {
  const { status } = reply
  if (reply.is === 'there')
    return ok(`The API is there and takes the key (${status} to a question without a customer).`)
  if (reply.reason === 'credentials')
    return problem(
      `The API is there and answers ${status}: RINGUP_API_AUTHORIZATION is wrong, or may not be used here.`,
    )
  if (reply.reason === 'address')
    return problem(
      `At ${url} something else answers ${status}: RINGUP_API_URL is not the API’s base URL, to which /customer/convert/ is added.`,
    )
  return warning(`The API is there but answers ${status}. Events would wait.`)
}

/** An API that answers 404 to the question may take sign-ups all the same: it has not been asked with one. */
function judgeList(list: string, { is, status }: Reply): Finding {
  return is === 'there' && status !== 404
    ? ok(`The API knows the list ${list}.`)
    : warning(`The API answers ${status} where sign-ups of ${list} go: see that RINGUP_LISTS has the right id.`)
}
