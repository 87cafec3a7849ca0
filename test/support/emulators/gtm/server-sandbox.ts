/**
 * The APIs of a template in a server container: the event's data and its own requests, without a page.
 * Source: developers.google.com/tag-platform/tag-manager/server-side/api.
 */
import { createHash } from 'node:crypto'
import type { Guard } from './permissions.js'
import { type Apis, copy, PLAIN_APIS } from './sandbox.js'

export interface SentRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
}

export interface ServerWorld {
  eventData: Record<string, unknown>
  /** Rejects if no server answers. */
  send(request: SentRequest): Promise<{ statusCode: number; headers: object; body: string }>
  log(...values: unknown[]): void
  isAllowed: Guard['isAllowed']
}

/** Promises reject after five seconds, even if a request's own limit is longer. */
const MAX_TIMEOUT_MS = 5000
const DEFAULT_TIMEOUT_MS = 15_000

export function createServerApis(world: ServerWorld): Apis {
  return {
    ...PLAIN_APIS,
    JSON: {
      // Invalid JSON is undefined, because the sandbox has no exceptions.
      parse(text) {
        try {
          return JSON.parse(`${text}`)
        } catch {
          return undefined
        }
      },
      stringify: (value) => JSON.stringify(value),
    },
    getAllEventData: () => copy(world.eventData),
    logToConsole: (...values) => world.log(...values.map(copy)),
    makeNumber: (value) => Number(value),
    queryPermission: (permission, ...query) => world.isAllowed(`${permission}`, ...query),
    sendHttpRequest(url, options = {}, body = '') {
      const {
        method = 'GET',
        headers = {},
        timeout = DEFAULT_TIMEOUT_MS,
      } = options as {
        method?: string
        headers?: Record<string, string>
        timeout?: number
      }
      const timeoutMs = Math.min(timeout, MAX_TIMEOUT_MS)
      return world.send({ url: `${url}`, method, headers, body: `${body}`, timeoutMs })
    },
    sha256Sync(text, options = {}) {
      const { outputEncoding = 'base64' } = options as { outputEncoding?: 'base64' | 'hex' }
      return createHash('sha256').update(`${text}`).digest(outputEncoding)
    },
  }
}
