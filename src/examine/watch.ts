/** Listens to the page's events, and reads earlier ones that the browser still has. It only listens. */
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
}

const MAX_ENTRIES = 50

/** @param isOurs whether a request was for the proxy. @param onChange is called after each event */
export function createWatch(isOurs: (url: string) => boolean, onChange: () => void): Heard {
  const heard: Heard = {
    outcomes: [],
    requests: [],
    violations: [],
    status: undefined,
  }
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
  const observer = safely(
    () =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) onEntry(entry as PerformanceResourceTiming)
      }),
  )
  safely(() => observer?.observe({ type: 'resource', buffered: true }))
  // A policy that only reports does not block.
  const addViolation = (disposition: string | undefined, url = '', directive = '') => {
    const isNew = !heard.violations.some((each) => each.url === url && each.directive === directive)
    if (disposition === 'enforce' && isNew) add(heard.violations, { at: Date.now(), url, directive })
  }
  document.addEventListener('securitypolicyviolation', ({ disposition, blockedURI, effectiveDirective }) =>
    addViolation(disposition, blockedURI, effectiveDirective),
  )
  // Chromium 156 reports violations that happened before the examiner was there, which the event does not
  // (test/browser/debug-panel.spec.ts). https://www.w3.org/TR/reporting-1/#reporting-observer
  const onReports = (reports: Report[]) => {
    for (const { body } of reports) {
      const { disposition, blockedURL, effectiveDirective }: Record<string, string> = Object(body)
      addViolation(disposition, blockedURL, effectiveDirective)
    }
  }
  safely(() => new ReportingObserver(onReports, { types: ['csp-violation'], buffered: true }).observe())
  return heard
}
