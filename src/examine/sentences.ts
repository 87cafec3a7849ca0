/** The meaning of each code in a sentence, and the remedy. */
import type { Problem } from '../contract/raw.js'
import type { Sentence } from '../contract/verify.js'
import { PROBLEMS as READ_PROBLEMS } from '../normalise/problems.js'
import { toMeaning } from '../snippet/rest/deliver/answers.js'

const NOT_AGAIN = 'It is not sent again.'
const NEXT_PAGE = 'The event is kept, and the next page sends it.'
const LATER =
  'then once a minute while it is visible, and when it comes online, is returned to or restored. So does the next page.'
/** For an answer of a server. */
const TEN_TRIES = `The event is kept. This page tries ten times in quick succession, ${LATER}`
/** For a request without an answer. */
const THREE_TRIES = `The event is kept. This page tries three times in quick succession, ${LATER}`

/** Problems of the input that keep the whole event back. */
const SAME = ['no_email', 'no_endpoint', 'no_order', 'no_list', 'too_large'] as const

/** Why an event is not, or not yet, with the proxy: reasons of outcomes, and the proxy's own codes. */
export const REASONS: Record<string, Sentence> = {
  ...Object.fromEntries(SAME.map((code) => [code, [READ_PROBLEMS[code].sentence, READ_PROBLEMS[code].todo]])),
  no_page: ['There is no document: the module runs on a server.', 'Call it in the browser.'],
  no_order_number: [
    'The order has no readable order number. It is not reported automatically, because two orders could not be told apart.',
    'Give it in transaction_id (or orderNumber, or data-ringup="order_number"), or call convert().',
  ],
  order_number: [
    'This page has already reported an order of this number and e-mail.',
    'A new order number is a new order.',
  ],
  required: [
    'Consent is not given yet. The event is held in memory, for this page only.',
    "Call ringup.consent('granted') when the shopper agrees, on each page.",
  ],
  prerendering: [
    'The page is rendered ahead of the shopper’s click. The event waits until it is shown.',
    'No action needed. It is sent when the page is shown.',
  ],
  denied: [
    'Consent is denied. Waiting events were erased permanently.',
    "Only ringup.consent('granted') allows later events.",
  ],
  unreadable: [
    'The values of the call could not be read.',
    'Pass plain values: no circular objects, and no getters that throw.',
  ],
  outbox_full: [
    '20 events or 96 KiB wait in this browser already, or 10 for consent, so this one found no place.',
    'Find out why those are not delivered.',
  ],
  expired: [
    'The proxy did not take the event in time (24 h for an order, 72 h for a sign-up).',
    'Check that the proxy can be reached.',
  ],
  waiting: [
    'Another page of the shop has stored the same event. This page sends it if that page does not.',
    'No action needed.',
  ],
  another_tab: ['Another tab of the shop has delivered or dropped the event.', 'Look at the panel there.'],
  network: [
    `The proxy could not be reached: no connection, a blocker, or an answer without CORS headers. ${THREE_TRIES}`,
    'Press Test the connection in the panel: it tells the three apart. An extension that blocks trackers may know the path; RINGUP_PATH changes it.',
  ],
  timeout: [
    `The proxy has not answered within 10 s; an answer that comes later still counts. ${THREE_TRIES}`,
    'Check the proxy, and the web server before it.',
  ],
  origin: [
    `The proxy refuses this page’s origin (403). ${NEXT_PAGE}`,
    'Add the page’s origin to RINGUP_ORIGINS, exactly as the browser has it, and restart the proxy.',
  ],
  signature: [
    `The proxy refuses the signature, or requires one (403). ${NEXT_PAGE}`,
    'Sign the e-mail and order number, or list, that the page sends, with RINGUP_SIGNING_SECRET; see RINGUP_REQUIRE_SIGNATURE.',
  ],
  unknown_list: [
    `The proxy does not know the list (422). ${NOT_AGAIN}`,
    'Add its name to RINGUP_LISTS, or correct it in the page.',
  ],
  shape: [
    `The proxy does not take the fields named in the problems (422). ${NOT_AGAIN}`,
    'Correct what the page says of them.',
  ],
  bad_request: [
    `The proxy could not read the request itself, or it names no host (400). ${NEXT_PAGE}`,
    'Let the web server before the proxy pass the Host header, and find out what else changes requests on their way.',
  ],
  head_too_large: [
    `The head of the request is over 32 KiB (431). ${TEN_TRIES}`,
    'Find out which headers the web server before the proxy adds: it need not pass cookies.',
  ],
  not_json: [
    `The proxy could not read what arrived (400). ${NOT_AGAIN}`,
    'Find out what changes requests on their way: a firewall, a proxy, another script.',
  ],
  too_deep: [
    `The proxy finds the event too deep or too long (400). ${NOT_AGAIN}`,
    'Pass fewer, flatter additional fields.',
  ],
  type: [
    `The proxy does not take the content type (415). ${NOT_AGAIN}`,
    'Find out what changes requests on their way: a script that wraps fetch, a firewall.',
  ],
  rate: [
    `More events came than the proxy lets through (429). The event is kept. This page tries again when the answer says, and as often as it takes.`,
    'RINGUP_TRUSTED_HOPS may be missing: then all shoppers share one limit.',
  ],
  queue_full: [`The proxy’s queue is full (503). ${TEN_TRIES}`, 'The proxy’s health says why the API takes no events.'],
  unavailable: [`The proxy could not store the event (503). ${TEN_TRIES}`, 'See queue_failed in the proxy’s health.'],
  not_found: [`The proxy serves nothing at this path (404). ${NEXT_PAGE}`, 'Compare data-endpoint with RINGUP_PATH.'],
  method: [
    `The proxy got something other than a POST (405). ${NEXT_PAGE}`,
    'Find out what changes requests on their way: a redirect, a cache.',
  ],
  http_0: [
    `The endpoint redirects, which is not followed. ${NEXT_PAGE}`,
    'Name the final address: https, and the host the shop really has.',
  ],
  http_200: [
    `Something other than the proxy answered (200): a single-page fallback, or a login page of the network. ${TEN_TRIES}`,
    'Let the web server pass the endpoint’s path to the proxy.',
  ],
  http_400: [
    `The proxy, or something before it, could not read the request (400). ${NEXT_PAGE}`,
    'Let the web server before the proxy pass the Host header, and find out what else changes requests on their way.',
  ],
  http_404: [
    `Nothing serves events at the endpoint (404). ${NEXT_PAGE}`,
    'Let the web server pass the endpoint’s path to the proxy.',
  ],
  http_403: [
    `Something before the proxy refuses the request (403). ${NEXT_PAGE}`,
    'Check the rules of the firewall or CDN for the endpoint’s path.',
  ],
  http_413: [
    `Something before the proxy finds the event too large (413). ${NEXT_PAGE}`,
    'Let 128 KiB through: client_max_body_size in nginx.',
  ],
  http_502: [
    `The web server cannot reach the proxy (502). ${TEN_TRIES}`,
    'Check that the proxy runs, and where it listens.',
  ],
}

export function toReason(code: string | undefined): Sentence {
  const known = REASONS[code ?? '']
  if (known) return known
  const [, status] = /^http_(\d+)$/.exec(code ?? '') ?? []
  if (!status) return [`The reason is ${code ?? 'not known'}.`]
  const becomes = toMeaning(Number(status)) === 'busy' ? TEN_TRIES : NEXT_PAGE
  return [`The answer was ${status}, and not the proxy’s own. ${becomes}`, 'Find out what answers at the endpoint.']
}

/** Errors of one field. The event may have been sent without it. */
const PROBLEMS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(READ_PROBLEMS).map(([code, { sentence }]) => [code, sentence])),
  shape: 'The proxy does not take this field.',
}

/** @param text what stands in the page */
export function toProblemSentence({ field, code }: Pick<Problem, 'field' | 'code'>, text?: string): string {
  return `${field}${text === undefined ? '' : `, ${text}`}: ${PROBLEMS[code] ?? REASONS[code]?.[0] ?? code}`
}
