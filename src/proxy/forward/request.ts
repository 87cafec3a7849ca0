/** What the API is asked for an event. */
import type { QueuedEvent } from '../queue/index.js'
import type { Settings } from '../settings.js'
import type { ApiRequest } from './api.js'

/** Undefined when the list's alias is no longer in the settings. */
export function toRequest(event: QueuedEvent, settings: Settings): ApiRequest | undefined {
  const path = event.kind === 'convert' ? 'customer/convert/' : toListPath(settings, event.list)
  if (!path) return undefined
  return {
    url: `${settings.apiUrl}/${path}`,
    headers: {
      authorization: settings.apiAuthorization,
      'content-type': 'application/json',
      accept: 'application/json',
      'idempotency-key': event.idempotencyKey,
    },
    body: event.text,
  }
}

export function toListPath({ lists }: Pick<Settings, 'lists'>, list: string): string | undefined {
  const id = lists.get(list)?.id
  return id && `lists/${encodeURIComponent(id)}/contacts/`
}
