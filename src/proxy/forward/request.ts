/** What the API is asked for an event. */
import type { QueuedEvent } from '../queue/index.js'
import type { Settings } from '../settings.js'
import type { ApiRequest } from './api.js'

/** Where orders go, below the API's base URL. */
export const CONVERT_PATH = 'customer/convert/'

/** Undefined when the list's alias is no longer in the settings. */
export function toRequest(event: QueuedEvent, settings: Settings): ApiRequest | undefined {
  const path = event.kind === 'convert' ? CONVERT_PATH : toListPath(settings, event.list)
  if (!path) return undefined
  return toApiRequest(settings, path, event.text, { 'idempotency-key': event.idempotencyKey })
}

/** Where the sign-ups of a list go. */
export function toListPath({ lists }: Pick<Settings, 'lists'>, list: string): string | undefined {
  const id = lists.get(list)?.id
  return id && `lists/${encodeURIComponent(id)}/contacts/`
}

/** A POST with the shop's key. */
export function toApiRequest(
  { apiUrl, apiAuthorization }: Pick<Settings, 'apiUrl' | 'apiAuthorization'>,
  path: string,
  body: string,
  more: Record<string, string> = {},
): ApiRequest {
  const json = { 'content-type': 'application/json', accept: 'application/json' }
  return { url: `${apiUrl}/${path}`, headers: { authorization: apiAuthorization, ...json, ...more }, body }
}
