/** The report: for a developer as JSON, and for the set-up page without a value of the page. */
import type { VerifyReport } from '../contract/verify.js'
import type { Facts } from './facts.js'
import { findFindings } from './findings.js'
import { toParts } from './lines.js'
import { mask } from './mask.js'

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
  const { sources, heard, body, raw, problems, status, endpoint, proposal, platform } = facts
  const { outcomes, requests, violations } = heard
  const report = {
    page: toPage(),
    time: new Date().toISOString(),
    browser: navigator.userAgent,
    endpoint,
    findings: findFindings(facts),
    platform,
    proposal,
    settings: { tags: sources.tags, tag: sources.tag, proxy: sources.proxy },
    found: { entries: raw.entries?.length, named: count(raw.named), marked: count(raw.marked) },
    payload: body,
    problems,
    status,
    outcomes,
    requests,
    violations,
  }
  return JSON.stringify(mask(report), undefined, 2)
}

const count = ({ order, items = [] }: NonNullable<Facts['raw']['marked']> = {}) =>
  Object.keys({ ...order }).length + items.length
