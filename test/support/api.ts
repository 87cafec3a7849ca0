/** Requests to an API as real clients send them. Every test uses its own e-mail address, so the API may have any data. */
import { randomUUID } from 'node:crypto'

interface Answer {
  status: number
  /** 2xx */
  ok: boolean
  headers: Headers
  /** Parsed JSON; undefined if the answer is not JSON. */
  body: unknown
}

export interface ApiClient {
  /** Sends as real clients do. The given headers replace the usual ones. A text is sent unchanged. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string): Promise<Answer>
}

export function createClient(baseUrl: string, authorization: string): ApiClient {
  const send: ApiClient['send'] = async (method, path, body, headers) => {
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}/${path}`, {
      method,
      redirect: 'manual',
      headers: { Authorization: authorization, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const { status, ok, headers: answered } = response
    return { status, ok, headers: answered, body: parse(await response.text()) }
  }
  return {
    send,
    post: (path, body, headers) => send('POST', path, body, headers),
    get: (path) => send('GET', path),
  }
}

export const newEmail = () => `conformance-${randomUUID()}@example.com`

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
