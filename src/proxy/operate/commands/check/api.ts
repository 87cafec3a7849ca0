/** Whether the API is where RINGUP_API_URL says, and takes the key: by the neutral question, which the proxy asks too. */
import { Agent, request } from 'undici'
import { type Reply, toQuestion, toReply } from '../../../forward/neutral-question.js'
import { toNetworkCause } from '../../../network-cause.js'
import type { Settings } from '../../../settings.js'
import { type Finding, ok, problem, warning } from './finding.js'

/** Sends `{}` where orders are sent: it has no customer, and so no effect. */
export async function askApi(settings: Settings): Promise<Finding> {
  const { url, headers, body } = toQuestion(settings)
  const dispatcher = new Agent({ connect: { timeout: 3_000 } })
  const signal = AbortSignal.timeout(10_000)
  try {
    const {
      statusCode: status,
      headers: answered,
      ...answer
    } = await request(url, {
      ...{ method: 'POST', dispatcher, signal, headers, body },
    })
    const contentType = String(answered['content-type'] ?? '')
    const text = await answer.body.text()
    return judge(toReply({ status, contentType, retryAfter: undefined, text }, Date.now()), status, url)
  } catch (error) {
    return problem(`The API cannot be reached at ${settings.apiUrl}: ${toCause(error)}. Events would wait.`)
  } finally {
    await dispatcher.destroy()
  }
}

function judge(reply: Reply, status: number, url: string): Finding {
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
}

function toCause(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer within 10 s'
  return toNetworkCause(code) ?? (code || 'no answer')
}
