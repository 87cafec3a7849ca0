/**
 * Why the endpoint cannot be reached: a page hears only that it cannot. Three requests tell a blocker, missing CORS headers and a
 * server that is down apart; none of them has an event in it. Called when a button is pressed, here or on the set-up page, and never else.
 */

import { TEST_QUERY } from '../contract/test-order.js'
import type { Sentence } from '../contract/verify.js'
import { toFields } from '../snippet/core/fields.js'
import { toId } from '../snippet/core/id.js'
import { parseJson, safely } from '../snippet/core/safely.js'
import type { Facts } from './facts.js'
import { toReason } from './sentences.js'
import type { Heard } from './watch.js'

const TIMEOUT_MS = 10_000
/** The page hears of its policy's violation a moment after the request has failed. */
const REPORT_MS = 100
/** JSON that is not an event. The proxy's answer to it proves that the proxy is there. */
const NO_EVENT = '{}'

/** @param isForbidden whether the page's policy is known to keep it from the endpoint */
export async function testConnection(endpoint: string, isForbidden: () => boolean): Promise<Sentence> {
  if (!navigator.onLine) return ['This browser is offline.', 'Connect it, and press again.']
  const asked = toAsked(endpoint)
  const answer = await ask(asked, { mode: 'cors', redirect: 'manual' })
  if (answer instanceof Response) return judge(answer, await answer.text().catch(String))
  if (answer === 'timeout') return toBrief('timeout')
  await new Promise((resolve) => setTimeout(resolve, REPORT_MS))
  if (isForbidden()) {
    return ['The page’s Content-Security-Policy blocks the endpoint.', `Add ${toOrigin(endpoint)} to connect-src.`]
  }
  // An answer that no page may read is still an answer.
  if ((await ask(asked, { mode: 'no-cors' })) instanceof Response) {
    return [
      'CORS: a server answers at the endpoint, but without Access-Control-Allow-Origin, so no page can read it.',
      'The proxy sends this header: find out what answers in its place, or removes the header (web server, CDN).',
    ]
  }
  // Another address of the same host: a blocker knows the endpoint, not this one.
  const beside = `${toOrigin(endpoint)}/?${Date.now().toString(36)}`
  if ((await ask(beside, { mode: 'no-cors', method: 'GET' })) instanceof Response) {
    return [
      `A blocker: ${toOrigin(endpoint)} answers, but this browser lets nothing through to the endpoint.`,
      'Look at the extensions of this browser, and at its network’s filter. RINGUP_PATH gives the endpoint a path that no list knows.',
    ]
  }
  return toDown(endpoint)
}

/** More lists than the forms of a page have. */
const MAX_LISTS = 5

/**
 * Asks the proxy about each list that a form of the page names, with a sign-up without a person: the proxy refuses it, and names the
 * list first.
 */
export async function findUnknownLists({
  endpoint,
  forms,
}: Pick<Facts, 'endpoint' | 'forms'>): Promise<Heard['unknownLists']> {
  if (endpoint === undefined) return []
  const lists = [...new Set(forms.filter(({ isList }) => isList).map(({ list }) => list))].slice(0, MAX_LISTS)
  const answers = lists.map(async (list) => {
    const signUp = { v: 3, id: toId(), kind: 'addToList', list, age: 0, raw: {} }
    const answer = await ask(toAsked(endpoint), { redirect: 'manual', body: JSON.stringify(signUp) })
    const text = answer instanceof Response ? await answer.text().catch(String) : ''
    const { code, meant } = toFields(parseJson(text))
    return code === 'unknown_list' ? [{ list, meant: typeof meant === 'string' ? meant : undefined }] : []
  })
  return (await Promise.all(answers)).flat()
}

/** The query tells the panel's own requests from a shopper's events, for the panel itself and for the operator's figures. */
export const toAsked = (endpoint: string) => `${endpoint}${endpoint.includes('?') ? '&' : '?'}${TEST_QUERY}`

/** Leaves out the fate of an event, because this request has no event. */
function toBrief(code: string): Sentence {
  const [what, ...todo] = toReason(code)
  return [what.replace(/ (The event is kept|It is not sent again).*$/s, ''), ...todo]
}

function judge({ status, type }: Response, text: string): Sentence {
  const answer = toFields(parseJson(text))
  const isProxy = answer.ok === false && typeof answer.code === 'string'
  if (type === 'opaqueredirect') return toBrief('http_0')
  if (!isProxy) return toBrief(`http_${status}`)
  const refusesPage = ['origin', 'not_found', 'rate', 'queue_full', 'unavailable'].includes(String(answer.code))
  if (refusesPage) return toBrief(String(answer.code))
  return [`The connection works: the proxy answers (${status}), and takes events from this page.`]
}

function toDown(endpoint: string): Sentence {
  const host = toOrigin(endpoint)
  const isOwn = host === location.origin
  return [
    `Down: nothing answers at ${host}.`,
    isOwn
      ? 'Check that the web server still runs: this page came from it before.'
      : `Open ${endpoint} in a new tab. If the proxy answers there (404 or 405), a blocker keeps the whole host out; if not, see whether it runs, and its name and certificate.`,
  ]
}

/** @returns `failed`: the browser says no more */
export async function ask(url: string, init: RequestInit): Promise<Response | 'failed' | 'timeout'> {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), TIMEOUT_MS)
  const { method = 'POST' } = init
  const body = method === 'POST' ? { body: NO_EVENT } : {}
  try {
    return await fetch(url, {
      ...body,
      ...init,
      method,
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

const toOrigin = (url: string) => safely(() => new URL(url).origin) ?? url
