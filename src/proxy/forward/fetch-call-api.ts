/** One request to the API from a runtime that has `fetch` and no sockets. */
import { type CallApi, MAX_ANSWER_BYTES, TOTAL_MS } from './api.js'

/** Never follows a redirect: it would turn the POST into a GET and carry the key to another host. */
export function createFetchCallApi(): CallApi {
  return async ({ url, headers, body }, ends) => {
    const late = AbortSignal.timeout(TOTAL_MS)
    const signal = ends ? AbortSignal.any([ends, late]) : late
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    return {
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? '',
      retryAfter: answer.headers.get('retry-after') ?? undefined,
      text: await readStart(answer),
    }
  }
}

async function readStart({ body }: Response): Promise<string> {
  const bytes = new Uint8Array(MAX_ANSWER_BYTES)
  const reader = body?.getReader()
  let size = 0
  while (reader && size < MAX_ANSWER_BYTES) {
    const { done, value } = await reader.read()
    if (done) break
    const wanted = value.subarray(0, MAX_ANSWER_BYTES - size)
    bytes.set(wanted, size)
    size += wanted.byteLength
  }
  reader?.cancel().catch(() => {}) // whole already, or the rest is not needed
  return new TextDecoder().decode(bytes.subarray(0, size))
}
