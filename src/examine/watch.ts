/** Listens to the page's events, and reads earlier requests that the browser still has. It only listens. */
import type { Outcome } from '../snippet/core/outcome.js'
import { safely } from '../snippet/core/safely.js'
import type { Status } from '../snippet/core/snippet.js'

/** `at` is in milliseconds since 1970. */
export interface Heard {
  /** DOM events `ringup`, newest first. */
  outcomes: (Outcome & { at: number })[]
  /** Requests to the endpoint, newest first; status 0: without an answer, or with one that the page may not read. */
  requests: { at: number; status: number; tookMs: number }[]
  /** Addresses that the page's policy has blocked, with the directive, newest first. */
  violations: { at: number; url: string; directive: string }[]
  /** The script's own list of events, as it last answered. */
  status: Status | undefined
  /** The script has no list: it cannot load the rest. */
  lacksRest: boolean
}

const MAX_ENTRIES = 50

/** @param isOurs whether a request was for the proxy. @param onChange is called after each event */
export function createWatch(isOurs: (url: string) => boolean, onChange: () => void): Heard {
  const heard: Heard = { outcomes: [], requests: [], violations: [], status: undefined, lacksRest: false }
  const add = <Entry>(list: Entry[], entry: Entry) => {
    list.unshift(entry)
    list.splice(MAX_ENTRIES)
    onChange()
  }
  document.addEventListener('ringup', (event) => {
    const { detail } = event as CustomEvent<Outcome>
    // Any script may dispatch an event of that name.
    if (typeof detail?.status === 'string' && Array.isArray(detail.problems))
      add(heard.outcomes, { ...detail, at: Date.now() })
  })
  const onEntry = ({ initiatorType, name, startTime, responseStatus, duration }: PerformanceResourceTiming) => {
    if (initiatorType !== 'fetch' || !isOurs(name)) return
    add(heard.requests, { at: performance.timeOrigin + startTime, status: responseStatus || 0, tookMs: duration })
  }
  safely(() => {
    const onEntries = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) onEntry(entry as PerformanceResourceTiming)
    }
    new PerformanceObserver(onEntries).observe({ type: 'resource', buffered: true })
  })
  // A policy that only reports does not block.
  const onViolation = (disposition: string, url: string, directive: string) => {
    if (disposition === 'enforce') add(heard.violations, { at: Date.now(), url, directive })
  }
  document.addEventListener('securitypolicyviolation', ({ disposition, blockedURI, effectiveDirective }) =>
    onViolation(disposition, blockedURI, effectiveDirective),
  )
  // Chromium keeps earlier violations. In other browsers, an event that was blocked earlier is tried again.
  safely(() => {
    const onReports = (reports: Report[]) => {
      for (const { disposition, blockedURL, effectiveDirective } of reports.map(({ body }) => Object(body)))
        onViolation(disposition, blockedURL, effectiveDirective)
    }
    new ReportingObserver(onReports, { types: ['csp-violation'], buffered: true }).observe()
  })
  return heard
}

/** The page's latest event was accepted, or one before the examiner came. */
export const isSent = ({ outcomes, requests }: Heard): boolean =>
  outcomes[0] ? outcomes[0].status === 'accepted' : requests[0]?.status === 202
