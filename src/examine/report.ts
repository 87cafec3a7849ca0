/** The report: for a developer as JSON, and for the set-up page without a value of the page. */
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
  const { sources, heard, body, problems, status, endpoint, version, proposal, platform } = facts
  const { outcomes, requests, violations } = heard
  const report = {
    page: toPage(),
    time: new Date().toISOString(),
    browser: navigator.userAgent,
    script: status?.version ?? 'not running',
    examiner: version,
    online: navigator.onLine,
    endpoint,
    findings: findFindings(facts),
    platform,
    proposal,
    settings: sources.settings.filter(({ from }) => from !== 'default'),
    adapters: toAdapters(facts),
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

/** The places that may have the order, in the order in which they are read. */
function toAdapters({ sources, raw }: Facts): { name: string; has: number }[] {
  const isJsonLd = (entry: Record<string, unknown>) => '@type' in entry
  const { entries = [], named, marked } = raw
  const own = sources.values.adapter
  return [
    ...(typeof own === 'function' ? [{ name: 'the shop’s own function, which is not called', has: 0 }] : []),
    { name: 'data layer', has: entries.filter((entry) => !isJsonLd(entry)).length },
    { name: 'JSON-LD', has: entries.filter(isJsonLd).length },
    { name: 'selectors', has: Object.keys({ ...named?.order }).length + (named?.items?.length ?? 0) },
    { name: 'data-ringup', has: Object.keys({ ...marked?.order }).length + (marked?.items?.length ?? 0) },
  ]
}
