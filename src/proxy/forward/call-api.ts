/** One request to the API from Node, by undici's dispatcher: global `fetch` takes ten times the CPU time. */
import { Agent, type Dispatcher } from 'undici'
import { type ApiAnswer, type CallApi, MAX_ANSWER_BYTES, TOTAL_MS } from './api.js'

const CONNECT_MS = 3_000

/** Never follows a redirect: it would turn the POST into a GET and carry the key to another host. */
export function createCallApi(): CallApi {
  const dispatcher = new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: 0, bodyTimeout: 0 })
  return ({ url, headers, body }, signal) => {
    const { origin, pathname, search } = new URL(url)
    const options = { origin, path: pathname + search, method: 'POST', headers, body } as const
    return new Promise((resolve, reject) => dispatcher.dispatch(options, createReader(resolve, reject, signal)))
  }
}

/** Reads the start of the answer. One timer for all of it: undici's own begin anew with each piece. */
function createReader(
  resolve: (answer: ApiAnswer) => void,
  reject: (error: Error) => void,
  signal: AbortSignal | undefined,
): Dispatcher.DispatchHandler {
  const answer: ApiAnswer = { status: 0, contentType: '', retryAfter: undefined, text: '' }
  const chunks: Buffer[] = []
  let size = 0
  let under: Dispatcher.DispatchController | undefined
  let over = false
  const timer = setTimeout(giveUp, TOTAL_MS)
  signal?.addEventListener('abort', giveUp)

  function giveUp() {
    end(() => reject(toLateError()))
    under?.abort(toLateError())
  }

  function end(settle: () => void) {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
    over = true
    settle() // what comes after the first changes nothing
  }
  const succeed = () => resolve({ ...answer, text: Buffer.concat(chunks).toString('utf8', 0, MAX_ANSWER_BYTES) })

  return {
    onRequestStart(controller) {
      under = controller
      if (over) controller.abort(toLateError())
    },
    onResponseStart(_controller, status, headers) {
      answer.status = status
      answer.contentType = String(headers['content-type'] ?? '')
      answer.retryAfter = headers['retry-after']?.toString()
    },
    onResponseData(controller, chunk) {
      chunks.push(chunk)
      size += chunk.length
      if (size < MAX_ANSWER_BYTES) return
      end(succeed)
      controller.abort(new Error('The rest is not needed.')) // closes the connection
    },
    onResponseEnd: () => end(succeed),
    onResponseError: (_controller, error) => end(() => reject(error)),
  }
}

/** Made only when it is needed: an Error writes down the stack, which takes as long as much of the request. */
function toLateError(): Error {
  return new DOMException(`No whole answer in ${TOTAL_MS} ms.`, 'TimeoutError')
}
