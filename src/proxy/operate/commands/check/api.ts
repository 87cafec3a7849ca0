/** Whether the API is where RINGUP_API_URL says, and takes the key: by the neutral question, which the proxy asks too. */
import { request } from 'undici'
import { toQuestion, toReply } from '../../../forward/neutral-question.js'
import { type Finding, ok, problem, warning } from '../../../look/finding.js'
import { toFetchCause } from '../../../network-cause.js'
import type { Settings } from '../../../settings.js'

const TIMEOUT_MS = 10_000

/** Sends `{}` where orders are sent: it has no customer, and so no effect. */
export async function askApi(settings: Settings): Promise<Finding> {
  const { url, headers, body } = toQuestion(settings)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const { statusCode: status, ...answer } = await request(url, { method: 'POST', headers, body, signal })
    const contentType = String(answer.headers['content-type'] ?? '')
    const reply = toReply({ status, contentType, retryAfter: undefined, text: await answer.body.text() }, Date.now())
    if (reply.is === 'there') {
      return ok(
        `The API is there and takes the key (${status} to a question without a customer). Lists are seen only with the first sign-up.`,
      )
    }
    if (reply.reason === 'credentials') {
      return problem(
        `The API is there and answers ${status}: RINGUP_API_AUTHORIZATION is wrong, or may not be used here.`,
      )
    }
    if (reply.reason === 'address') {
      return problem(
        `At ${url} something else answers ${status}: RINGUP_API_URL is not the API’s base URL, to which /customer/convert/ is added.`,
      )
    }
    return warning(`The API is there but answers ${status}. Events would wait.`)
  } catch (error) {
    return problem(
      `The API cannot be reached at ${settings.apiUrl}: ${toFetchCause(error, TIMEOUT_MS)}. Events would wait.`,
    )
  }
}
