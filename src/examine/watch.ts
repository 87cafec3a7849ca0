/** Hears the page's events, and earlier ones that the browser still knows. It only listens. */
import type { ScriptLoad } from '../contract/verify.js'
import type { Outcome } from '../snippet/core/outcome.js'
import { safely } from '../snippet/core/safely.js'
import type { Status } from '../snippet/core/snippet.js'
import { hearChange } from '../snippet/rest/gather/form.js'
import { type FormFact, MARKED_FORM, readFormFact } from './forms.js'

/** Milliseconds since 1970 wherever `at` stands. */
export interface Heard {
  /** DOM events `ringup`, newest first. */
  outcomes: (Outcome & { at: number })[]
  /** Requests to the endpoint, newest first; status 0: without an answer, or with one that the page may not read. */
  requests: { at: number; status: number; tookMs: number }[]
  /** The addresses that the page's policy has kept the page from, with the directive, newest first. */
  violations: { at: number; url: string; directive: string }[]
  /** A marked form that was submitted, or was to be, and as it was then. The newest only. */
  form: (FormFact & { at: number }) | undefined
  /** Lists of the page's forms that the proxy does not know, and those that were probably meant; asked for with a test. */
  unknownLists: { list: string; meant: string | undefined }[]
  /** The browser's answers to requests for the script; undefined in the panel, since a page does not hear them. */
  scripts: ScriptLoad[] | undefined
  /** The script's own list of events, as it last answered. */
  status: Status | undefined
}

const MAX_KEPT = 50

interface Ear {
  heard: Heard
  onHeard(): void
}

function addRecent<T>({ onHeard }: Ear, list: T[], each: T) {
  list.unshift(each)
  list.splice(MAX_KEPT)
  onHeard()
}

/** @param onHeard is called after each; `isOurs` says whether a request was for the proxy */
export function createWatch(isOurs: (url: string) => boolean, onHeard: () => void): Heard {
  const heard: Heard = {
    ...{ outcomes: [], requests: [], violations: [], form: undefined },
    ...{ unknownLists: [], scripts: undefined, status: undefined },
  }
  const ear: Ear = { heard, onHeard }
  hearOutcomes(ear)
  safely(() => hearRequests(ear, isOurs))
  hearViolations(ear)
  hearForms(ear)
  return heard
}

function hearOutcomes(ear: Ear) {
  document.addEventListener('ringup', (event) => {
    const { detail } = event as CustomEvent<Outcome>
    // Any script may dispatch one of that name.
    if (typeof detail?.status === 'string' && Array.isArray(detail.problems))
      addRecent(ear, ear.heard.outcomes, { ...detail, at: Date.now() })
  })
}

function hearRequests(ear: Ear, isOurs: (url: string) => boolean) {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[])
      if (entry.initiatorType === 'fetch' && isOurs(entry.name)) {
        const at = performance.timeOrigin + entry.startTime
        addRecent(ear, ear.heard.requests, { at, status: entry.responseStatus || 0, tookMs: entry.duration })
      }
  }).observe({ type: 'resource', buffered: true })
}

function hearViolations(ear: Ear) {
  const { violations } = ear.heard
  // A policy that only reports does not block.
  const add = (disposition: string | undefined, url = '', directive = '') => {
    if (disposition === 'enforce' && !violations.some((each) => each.url === url && each.directive === directive))
      addRecent(ear, violations, { at: Date.now(), url, directive })
  }
  document.addEventListener('securitypolicyviolation', ({ disposition, blockedURI, effectiveDirective }) =>
    add(disposition, blockedURI, effectiveDirective),
  )
  // Knows those from before the panel was there, which the event does not (Chromium 156, test/browser/debug-panel.spec.ts).
  const onReports = (reports: Report[]) => {
    for (const { body } of reports) {
      const { disposition, blockedURL, effectiveDirective }: Record<string, string> = Object(body)
      add(disposition, blockedURL, effectiveDirective)
    }
  }
  safely(() => new ReportingObserver(onReports, { types: ['csp-violation'], buffered: true }).observe())
}

function hearForms(ear: Ear) {
  for (const type of ['input', 'change']) addEventListener(type, hearChange, true)
  const onForm = ({ target }: Event) => {
    const form = safely(() => (target as HTMLElement).closest<HTMLFormElement>(MARKED_FORM))
    if (!form) return
    // `invalid` comes to each field, before the form; what the shopper has typed is read when all are through.
    ear.heard.form = { ...readFormFact(form), at: Date.now() }
    ear.onHeard()
  }
  for (const type of ['submit', 'invalid']) addEventListener(type, (event) => safely(() => onForm(event)), true)
}
