/** The report: for a developer as JSON, and for the set-up page without a value of the page. */
import { VERSION } from '../contract/limits.js'
import type { Part, VerifyReport } from '../contract/verify.js'
import type { Facts } from './facts.js'
import { findFindings, isSent } from './findings.js'
import { mask } from './mask.js'

/** The parts of the order that the page has. */
export const toParts = ({ body, email, heard }: Facts): Part[] =>
  (
    [
      ['number', body?.cart_data?.order_number !== undefined],
      ['total', body?.cart_data?.cart_value !== undefined],
      ['email', email !== undefined],
      ['products', (body?.cart_items?.length ?? 0) > 0],
      ['sent', isSent(heard)],
    ] as const
  ).flatMap(([part, has]) => (has ? part : []))

/** Without its query, which may say who it is. */
const toPage = () => `${location.origin}${location.pathname}`

/** @param facts masked */
export const toVerifyReport = (facts: Facts): VerifyReport => ({
  page: toPage(),
  recipe: facts.platform?.name,
  parts: toParts(facts),
  findings: findFindings(facts),
  proposal: facts.proposal,
})

/** Everything that the examiner sees. E-mail addresses are masked. */
export function toDeveloperReport(facts: Facts): string {
  const { sources, heard, body, problems, status, endpoint, proposal, platform } = facts
  const { outcomes, requests, violations } = heard
  const report = {
    page: toPage(),
    time: new Date().toISOString(),
    browser: navigator.userAgent,
    script: status?.version ?? 'not running',
    examiner: VERSION,
    online: navigator.onLine,
    endpoint,
    findings: findFindings(facts),
    platform,
    proposal,
    tags: sources.tags,
    settings: sources.settings,
    found: toFound(facts.raw),
    payload: body,
    problems,
    waiting: status?.waiting,
    consent: status?.consent,
    storage: status?.storage,
    outcomes,
    requests,
    violations,
  }
  return JSON.stringify(mask(report), undefined, 2)
}

/** Counts what each source of the page has. */
function toFound({ entries = [], named, marked }: Facts['raw']) {
  const count = ({ order, items = [] }: NonNullable<Facts['raw']['marked']> = {}) =>
    Object.keys({ ...order }).length + items.length
  return { entries: entries.length, named: count(named), marked: count(marked) }
}
