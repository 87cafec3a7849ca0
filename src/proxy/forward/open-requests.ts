/**
 * The requests that the API has not answered. A hanging request frees its place, so that events of other customers are
 * sent.
 *
 * A firewall or fault in front of the API may hang on some content. Without this, a stranger's events could block all
 * places for 10 s each.
 */
import type { ApiAnswer, ApiRequest, CallApi } from './api.js'
import { HANGS_MS, MINUTE_MS } from './policy.js'

/** The most hanging requests. If one more hangs, the longest one ends. */
const MAX_HANGING = 32
/** The time for which the proxy remembers that a request of a network hung. */
const SUSPECT_MS = MINUTE_MS
const MAX_SUSPECTS = 10_000

interface Parts {
  callApi: CallApi
  /** Checks whether the API answers other requests. */
  isThere(): Promise<boolean>
  /** Called when the request of this event has freed its place. */
  onHangs(id: string): void
  now: () => number
}

interface Hanging {
  network: string | undefined
  end(): void
}

export function createOpenRequests({ callApi, isThere, onHangs, now }: Parts) {
  /** Hanging requests by event id, the longest first. */
  const hanging = new Map<string, Hanging>()
  /** The time at which a request of each network last hung, the latest last. */
  const hungMs = new Map<string, number>()
  let answeredMs = Number.NEGATIVE_INFINITY

  /** Ends another request, if the limit or this request's network requires it. */
  function makeRoom(network: string | undefined) {
    // One network is not the cause if the API is slow for all.
    const isQuick = now() - answeredMs < MINUTE_MS
    const all = [...hanging.values()]
    const own = isQuick && network !== undefined ? all.find((each) => each.network === network) : undefined
    const longest = all.length >= MAX_HANGING ? all[0] : undefined
    const ending = own ?? longest
    ending?.end()
  }

  function suspect(network: string | undefined) {
    if (network === undefined) return
    hungMs.delete(network)
    hungMs.set(network, now())
    const [oldest] = hungMs.keys()
    if (hungMs.size > MAX_SUSPECTS && oldest !== undefined) hungMs.delete(oldest)
  }

  return {
    /** @returns undefined if no answer arrived; `ended` if the request had to make room for others */
    async call(id: string, network: string | undefined, request: ApiRequest): Promise<ApiAnswer | 'ended' | undefined> {
      const controller = new AbortController()
      const fromMs = now()
      let timer = setTimeout(check, HANGS_MS)
      let isOver = false

      async function check() {
        const isFree = await isThere()
        if (isOver) return
        if (!isFree) {
          timer = setTimeout(check, HANGS_MS)
          return
        }
        suspect(network)
        makeRoom(network)
        const end = () => {
          hanging.delete(id)
          controller.abort()
        }
        hanging.set(id, { network, end })
        onHangs(id)
      }

      const answer = await callApi(request, controller.signal).catch(() => undefined)
      isOver = true
      clearTimeout(timer)
      hanging.delete(id)
      if (answer && now() - fromMs < HANGS_MS) answeredMs = now()
      return controller.signal.aborted ? 'ended' : answer
    },
    /** Checks whether a request of this network has hung lately. */
    isSuspect: (network: string | undefined) =>
      network !== undefined && now() - (hungMs.get(network) ?? Number.NEGATIVE_INFINITY) < SUSPECT_MS,
  }
}
