/** Tests the way to the proxy: with the page's order as a test order, which the API never converts, or without an event. */
import { TEST_QUERY, toTestOrder } from '../contract/test-order.js'
import type { ReportedFinding, Tested } from '../contract/verify.js'
import { toFields } from '../snippet/core/fields.js'
import { toId } from '../snippet/core/id.js'
import { parseJson, safely } from '../snippet/core/safely.js'
import type { Facts } from './facts.js'
import { findFindings } from './findings.js'
import type { Heard } from './watch.js'

const TIMEOUT_MS = 10_000
/** JSON that is not an event. The proxy's answer to it proves that the proxy is there. */
const NO_EVENT = '{}'

/** Sends the page's order as a test order, if it has one and consent allows it; else tests the connection. */
export async function sendTestOrder(facts: Facts): Promise<Tested> {
  const { endpoint, body, order, status } = facts
  if (endpoint === undefined || status?.consent === 'required' || status?.consent === 'denied')
    return { finding: findFindings(facts)[0] }
  const event = order ? toTestOrder(toId(), { ...body } as object) : undefined
  const answer = await post(toTestAddress(endpoint), event ? JSON.stringify(event) : NO_EVENT)
  const text = answer instanceof Response ? await answer.text().catch(String) : ''
  const { ok, id, ignored, code } = toFields(parseJson(text))
  if (event && ok === true && id === event.id)
    return { id: event.id, ignored: Array.isArray(ignored) ? ignored.map(String) : [] }
  if (!event && ok === false && typeof code === 'string' && !REFUSES_PAGE.includes(code)) return {}
  const isOwn = ok === false && typeof code === 'string'
  const reason = isOwn ? code : toReason(answer)
  const connection = answer === 'failed' ? await explainFailure(endpoint) : undefined
  return { finding: toFinding(facts, reason, connection) }
}

/** The proxy's codes that are about the page and not about the missing event. */
const REFUSES_PAGE = ['origin', 'not_found', 'rate', 'queue_full', 'unavailable']

const toReason = (answer: Awaited<ReturnType<typeof post>>) =>
  answer instanceof Response
    ? `http_${answer.type === 'opaqueredirect' ? 0 : answer.status}`
    : answer === 'timeout'
      ? 'timeout'
      : 'network'

/** The row of the table for this reason, as if the page's latest event had it. */
function toFinding(facts: Facts, reason: string, connection: string | undefined): ReportedFinding | undefined {
  const outcome: Facts['heard']['outcomes'][number] = {
    id: '',
    kind: 'convert',
    status: 'queued',
    reason,
    problems: [],
    at: 0,
  }
  return findFindings({ ...facts, connection, heard: { ...facts.heard, outcomes: [outcome], requests: [] } }).find(
    ({ id }) => !['no_email', 'proposal'].includes(id),
  )
}

/** A page learns only that a request has failed. Two more requests tell missing headers, a blocker and a stopped server apart. */
async function explainFailure(endpoint: string): Promise<string> {
  const host = safely(() => new URL(endpoint).origin) ?? endpoint
  // An answer that no page may read is still an answer.
  if ((await post(toTestAddress(endpoint), NO_EVENT, 'no-cors')) instanceof Response)
    return `A server answers at ${endpoint}, but without the header Access-Control-Allow-Origin that the proxy sends.`
  // Another address of the same host: a blocker knows the endpoint, not this one.
  if ((await post(`${host}/?${Date.now().toString(36)}`, undefined, 'no-cors')) instanceof Response)
    return `A blocker: ${host} answers, but this browser lets nothing through to the proxy.`
  return `Nothing answers at ${host}.`
}

/** More lists than the forms of a page have. */
const MAX_LISTS = 5

/** Asks the proxy about each list of the page's forms, with a sign-up without a person. The proxy refuses it, and names the list. */
export async function findUnknownLists({
  endpoint,
  forms,
}: Pick<Facts, 'endpoint' | 'forms'>): Promise<Heard['unknownLists']> {
  const lists =
    endpoint === undefined ? [] : [...new Set(forms.map(({ list }) => list))].filter(Boolean).slice(0, MAX_LISTS)
  const answers = lists.map(async (list) => {
    const signUp = { v: 3, id: toId(), kind: 'addToList', list, age: 0, raw: {} }
    const answer = await post(toTestAddress(endpoint ?? ''), JSON.stringify(signUp))
    const text = answer instanceof Response ? await answer.text().catch(String) : ''
    const { code, meant } = toFields(parseJson(text))
    return code === 'unknown_list' ? [{ list, meant: typeof meant === 'string' ? meant : undefined }] : []
  })
  return (await Promise.all(answers)).flat()
}

/** The query tells test requests from a shopper's events, for the examiner itself and for the operator's figures. */
const toTestAddress = (endpoint: string) => `${endpoint}${endpoint.includes('?') ? '&' : '?'}${TEST_QUERY}`

/** @returns `failed`: the browser says no more */
async function post(
  url: string,
  body: string | undefined,
  mode: RequestMode = 'cors',
): Promise<Response | 'failed' | 'timeout'> {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), TIMEOUT_MS)
  try {
    return await fetch(url, {
      ...(body === undefined ? { method: 'GET' } : { method: 'POST', body }),
      mode,
      redirect: mode === 'cors' ? 'manual' : 'follow',
      credentials: 'omit',
      cache: 'no-store',
      signal: control.signal,
    })
  } catch {
    return control.signal.aborted ? 'timeout' : 'failed'
  } finally {
    clearTimeout(timer)
  }
}
