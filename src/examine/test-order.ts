/** Tests the way to the proxy: with the page's order as a test order, which the API never converts, or without an event. */
import { TEST_QUERY, toTestOrder } from '../contract/test-order.js'
import type { ReportedFinding, Tested } from '../contract/verify.js'
import { toFields } from '../snippet/core/fields.js'
import { toId } from '../snippet/core/id.js'
import { parseJson } from '../snippet/core/safely.js'
import type { Facts } from './facts.js'
import { findFindings } from './findings.js'

const TIMEOUT_MS = 10_000
/** JSON that is not an event. The proxy's answer to it proves that the proxy is there. */
const NO_EVENT = '{}'

/** Sends the page's order as a test order, if it has one and consent allows it; else tests the connection. */
export async function sendTestOrder(facts: Facts): Promise<Tested> {
  const { endpoint, body, order, status } = facts
  if (endpoint === undefined || status?.consent === 'required' || status?.consent === 'denied')
    return { finding: findFindings(facts)[0] }
  const event = order ? toTestOrder(toId(), { ...body } as object) : undefined
  const answer = await post(endpoint, event ? JSON.stringify(event) : NO_EVENT).catch(() => undefined)
  const { ok, id, ignored, code } = toFields(parseJson(String(await answer?.text().catch(String))))
  if (event && ok === true && id === event.id)
    return { id: event.id, ignored: Array.isArray(ignored) ? ignored.map(String) : [] }
  const own = ok === false && typeof code === 'string' ? code : undefined
  if (!event && own !== undefined && !REFUSES_PAGE.includes(own)) return {}
  return { finding: toFinding(facts, own ?? (answer ? `http_${answer.status}` : 'network')) }
}

/** The proxy's codes that are about the page and not about the missing event. */
const REFUSES_PAGE = ['origin', 'not_found', 'rate', 'queue_full', 'unavailable']

/** The row of the table for this reason, as if the page's latest event had it. */
function toFinding(facts: Facts, reason: string): ReportedFinding | undefined {
  const outcome = { id: '', kind: 'convert' as const, status: 'queued' as const, reason, problems: [], at: 0 }
  const heard = { ...facts.heard, outcomes: [outcome], requests: [] }
  return findFindings({ ...facts, heard }).find(({ id }) => !['no_email', 'proposal'].includes(id))
}

/** The query tells test requests from a shopper's events, for the examiner itself and for the operator's figures. */
const post = (endpoint: string, body: string) =>
  fetch(`${endpoint}${endpoint.includes('?') ? '&' : '?'}${TEST_QUERY}`, {
    method: 'POST',
    body,
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
