/** What happens while the panel is there, and what the browser still knows from before. Listens only. */
import type { Outcome } from '../outcome.js'
import { safely } from '../safely.js'
import { type FormFact, readFormFact } from './forms.js'

/** Milliseconds since 1970 wherever `at` stands. */
export interface Heard {
  /** DOM events `ringup`, newest first. */
  outcomes: (Outcome & { at: number })[]
  /** Requests to the endpoint, newest first; status 0 when there was no answer, or none that may be read. */
  requests: { at: number; status: number; tookMs: number }[]
  /** The addresses that the page's policy has kept the page from, with the directive, newest first. */
  violations: { at: number; url: string; directive: string }[]
  /** A marked form that was submitted, or was to be, and as it was then. The newest only. */
  form: (FormFact & { at: number }) | undefined
}

const MAX_KEPT = 50

/** @param onHeard is called after each; `isOurs` says whether a request was for the proxy */
export function createWatch(isOurs: (url: string) => boolean, onHeard: () => void): Heard {
  const heard: Heard = { outcomes: [], requests: [], violations: [], form: undefined }
  const addRecent = <T>(list: T[], each: T) => {
    list.unshift(each)
    list.splice(MAX_KEPT)
    onHeard()
  }

  document.addEventListener('ringup', (event) => {
    const { detail } = event as CustomEvent<Outcome>
    // Any script may dispatch one of that name.
    if (typeof detail?.status === 'string' && Array.isArray(detail.problems))
      addRecent(heard.outcomes, { ...detail, at: Date.now() })
  })

  safely(() =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceResourceTiming[])
        if (entry.initiatorType === 'fetch' && isOurs(entry.name)) {
          const at = performance.timeOrigin + entry.startTime
          addRecent(heard.requests, { at, status: entry.responseStatus || 0, tookMs: entry.duration })
        }
    }).observe({ type: 'resource', buffered: true }),
  )

  const onViolation = (url: string, directive: string) => {
    // The policy that only reports keeps nobody from anything.
    if (!heard.violations.some((each) => each.url === url && each.directive === directive))
      addRecent(heard.violations, { at: Date.now(), url, directive })
  }
  document.addEventListener('securitypolicyviolation', ({ disposition, blockedURI, effectiveDirective }) => {
    if (disposition === 'enforce') onViolation(blockedURI, effectiveDirective)
  })
  // Knows those from before the panel was there, which the event does not (Chromium 156, test/browser/debug-panel.spec.ts).
  safely(() =>
    new ReportingObserver(
      (reports) => {
        for (const { body } of reports) {
          const { disposition, blockedURL, effectiveDirective }: Record<string, string> = Object(body)
          if (disposition === 'enforce') onViolation(blockedURL ?? '', effectiveDirective ?? '')
        }
      },
      { types: ['csp-violation'], buffered: true },
    ).observe(),
  )

  const onForm = ({ target }: Event) => {
    const form = safely(() => (target as HTMLElement).closest<HTMLFormElement>('form[data-add-to-list]'))
    if (!form) return
    // `invalid` comes to each field, before the form; what the shopper has typed is read when all are through.
    heard.form = { ...readFormFact(form), at: Date.now() }
    onHeard()
  }
  addEventListener('submit', (event) => safely(() => onForm(event)), true)
  addEventListener('invalid', (event) => safely(() => onForm(event)), true)
  return heard
}
