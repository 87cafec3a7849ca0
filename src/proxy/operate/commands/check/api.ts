/** Whether the API is where RINGUP_API_URL says, and does not refuse the key. */
import { Agent, request } from 'undici'
import { toNetworkCause } from '../../../network-cause.js'
import type { Settings } from '../../../settings.js'
import { type Finding, ok, problem, warning } from './finding.js'

/**
 * GET where orders are POSTed: a method that changes nothing by its definition (RFC 9110, 9.2.1), with no body. The API
 * answers 405, or 401 before it when the key is wrong. The key goes along, to the host that gets it with each event.
 */
export async function askApi({ apiUrl, apiAuthorization }: Settings): Promise<Finding> {
  const url = `${apiUrl}/customer/convert/`
  const dispatcher = new Agent({ connect: { timeout: 3_000 } })
  const signal = AbortSignal.timeout(10_000)
  try {
    const headers = { authorization: apiAuthorization, accept: 'application/json' }
    const { statusCode, body, headers: answered } = await request(url, { dispatcher, signal, headers })
    body.on('error', () => {}).destroy() // unread, which it calls an error
    return judge(statusCode, /^text\/html/i.test(String(answered['content-type'] ?? '')), url)
  } catch (error) {
    return problem(`The API cannot be reached at ${apiUrl}: ${toCause(error)}. Events would wait.`)
  } finally {
    await dispatcher.destroy()
  }
}

function judge(status: number, isPage: boolean, url: string): Finding {
  if (status === 401 || status === 403) {
    return problem(
      `The API is there and answers ${status}: RINGUP_API_AUTHORIZATION is wrong, or may not be used here.`,
    )
  }
  if ((status >= 300 && status < 400) || (status < 300 && isPage)) {
    return problem(`At ${url} something else answers ${status}: RINGUP_API_URL is not the API’s base URL.`)
  }
  if (status === 404 || status === 410) {
    return problem(
      `Nothing is at ${url} (${status}): RINGUP_API_URL is wrong. It is the API’s base URL, to which /customer/convert/ is added.`,
    )
  }
  if (status === 429 || status >= 500) return warning(`The API is there but answers ${status}. Events would wait.`)
  return ok(
    `The API is there and did not refuse the key (${status} to GET). Lists are seen only with the first sign-up.`,
  )
}

function toCause(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer within 10 s'
  return toNetworkCause(code) ?? (code || 'no answer')
}
