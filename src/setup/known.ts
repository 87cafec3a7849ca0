/** What a running proxy knows: the set-up page that it serves has no need to ask. */
import type { Choices } from './choices/choices.js'

/** Stands in the page where it goes; a page opened as a file knows nothing. */
export const KNOWN_PLACE = '<!--known-->'

export type Known = Partial<Pick<Choices, 'origin' | 'endpoint' | 'apiUrl' | 'list' | 'listId'>>

interface Settings {
  origins: string[]
  port: number
  path: string
  apiUrl: string
  lists: Map<string, { id: string }>
}

const OWN_MACHINE = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/

/** A page on this machine is a trial: it has no web server that leads to the proxy, unless nobody knows the proxy's port. */
export function toKnown({ origins, port, path, apiUrl, lists }: Settings): Known {
  const [origin = ''] = origins
  const [[list, { id: listId }] = ['', { id: '' }]] = lists
  const host = OWN_MACHINE.test(origin) && port > 0 ? `http://localhost:${port}` : origin
  const endpoint = host + path
  // The usual one follows the shop system that is chosen.
  return { origin, ...(endpoint !== `${origin}/ringup` && { endpoint }), apiUrl, list, listId }
}

/** Writes into the set-up page what the proxy knows, and a link to the operator's page beside it. */
export const withKnown = (page: string, known: Known): string =>
  page.replace(
    KNOWN_PLACE,
    () => `<nav aria-label="Ringup"><a href="/">Operator’s page</a></nav>
<script type="application/json" id="known">${JSON.stringify(known).replaceAll('<', '\\u003c')}</script>`,
  )
