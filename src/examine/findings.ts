/**
 * The one table of findings: when a row holds, its tone, its sentence, and what to do. Bar and set-up page show these rows and no others. A row is here only if a merchant can act on it; everything else is in the report for a developer.
 */
import { toBadSettingSentence } from '../contract/tag.js'
import type { ReportedFinding, Tone } from '../contract/verify.js'
import { safely } from '../snippet/core/safely.js'
import type { Facts } from './facts.js'

type Text = string | ((facts: Facts) => string)
export type Row = [id: string, when: (facts: Facts) => unknown, tone: Tone, sentence: Text, todo?: Text]

/** Reasons that block every event. The first one that holds is the only finding. */
const BLOCKED: Row[] = [
  [
    'no_script',
    ({ status }) => !status,
    'bad',
    'The script does not run on this page.',
    'Paste the line of the set-up page into every page. Clear the shop’s cache, if it has one.',
  ],
  [
    'misspelt',
    ({ sources }) => sources.badSettings.some(({ meant, allowed }) => meant ?? allowed),
    'bad',
    ({ sources }) => sources.badSettings.map(({ name, ...bad }) => toBadSettingSentence(name, bad)).join(' '),
    'Correct it in the script tag, or save the settings again.',
  ],
  [
    'endpoint',
    ({ endpoint, origin }) => !endpoint || (origin.startsWith('https:') && endpoint.startsWith('http:')),
    'bad',
    ({ endpoint }) =>
      endpoint ? `Browsers block ${endpoint}: it is not https.` : 'No setting says where the proxy is.',
    'Write data-endpoint="https://…/ringup" into the script tag.',
  ],
  [
    'policy',
    (facts) => findViolation(facts),
    'bad',
    'The page’s security policy (Content-Security-Policy) blocks the proxy. Orders are kept in the browser.',
    ({ endpoint }) => `Add ${toOrigin(endpoint)} to connect-src.`,
  ],
  [
    'denied',
    ({ status }) => status?.consent === 'denied',
    'idle',
    'This browser has refused consent, so nothing is stored or sent.',
    'To test, agree in the consent banner and load the page again.',
  ],
  [
    'consent',
    ({ status }) => status?.consent === 'required',
    'wait',
    'The shopper has not answered the consent banner yet. Orders wait on this page.',
    ({ banners: [banner] }) =>
      banner
        ? `Answer the banner (${banner.title}).`
        : "Answer the banner. It must call ringup.consent('granted') on each page.",
  ],
]

/** The latest event of this page. The first row that holds counts. */
const LATEST: Row[] = [
  ['sent', ({ heard }) => isSent(heard), 'good', 'The order was sent, and the proxy accepted it.'],
  [
    'origin',
    (facts) => toReason(facts) === 'origin',
    'bad',
    ({ origin }) => `The proxy does not accept events from ${origin}.`,
    ({ origin }) => `Add ${origin} to RINGUP_ORIGINS, and restart the proxy.`,
  ],
  [
    'unknown_list',
    (facts) => toReason(facts) === 'unknown_list',
    'bad',
    'The proxy does not know the list of the form.',
    'Correct data-add-to-list in the form, or add the list to RINGUP_LISTS.',
  ],
  [
    'elsewhere',
    (facts) => /^(http_(0|200|40[0-5]|41[03]|431)|not_found|method)$/.test(toReason(facts)),
    'bad',
    ({ endpoint }) =>
      `Another server or a firewall answers at ${endpoint}, not the proxy. The browser keeps the order.`,
    'Ask the shop’s host to let the web server pass requests of this path, up to 128 KiB, to the proxy.',
  ],
  [
    'unreachable',
    (facts) => /^(network|timeout)$/.test(toReason(facts)),
    'wait',
    'The proxy cannot be reached. The browser keeps the order and tries again.',
    'Turn off blockers in this browser. If it stays, check that the proxy runs.',
  ],
  [
    'busy',
    (facts) => /^(rate|queue_full|unavailable|http_(429|5\d\d))$/.test(toReason(facts)),
    'wait',
    'The proxy does not accept orders at the moment. The browser keeps the order and tries again.',
    'Look at the operator’s page of the proxy: it says why.',
  ],
  [
    'refused',
    ({ heard: { outcomes } }) => /rejected|dropped/.test(outcomes[0]?.status ?? ''),
    'bad',
    (facts) => `The order was refused. The reason is ${toReason(facts) || 'not known'}.`,
    'Copy the report for a developer.',
  ],
  [
    'waiting',
    (facts) => facts.status?.waiting.length || waitsForParts(facts),
    'wait',
    'The order is on its way. It may wait up to 30 s for its total and products, and then goes as it is.',
  ],
]

/** The page's order. Every row that holds is a finding. */
const ORDER: Row[] = [
  [
    'event_missing',
    ({ order, convertOn, isConverting }) => order && convertOn && !isConverting,
    'bad',
    ({ convertOn }) => `The page shows an order, but the event “${convertOn}” that reports it does not come.`,
    'Save the proposed settings: then this page itself reports the order.',
  ],
  [
    'no_number',
    ({ order, body }) => order && !body?.cart_data?.order_number,
    'bad',
    'The order has no number, so it is not reported.',
    'Click Number in the bar, and then the number on the page.',
  ],
  [
    'no_email',
    (facts) => (facts.order && !facts.email) || /^(no_email|masked_email|two_emails)$/.test(toReason(facts)),
    'bad',
    'The order has no e-mail address, and an order without one is refused.',
    ({ emailLine: line }) =>
      line
        ? `Add this line to ${line.file}, ${line.place}: ${line.line}`
        : 'Click E-mail in the bar, and then the address. If the page does not show it, add <meta data-ringup="email" content="…"> to the template.',
  ],
  [
    'no_total',
    ({ order, body }) => order && body?.cart_data?.cart_value === undefined,
    'bad',
    ({ problems }) =>
      problems.some(({ code }) => code === 'ambiguous_amount')
        ? 'The total can be read in two ways, such as 1.299, so it is left out.'
        : 'The order has no total that can be read.',
    'Click Total in the bar, and then the total on the page.',
  ],
  [
    'far_total',
    ({ problems }) => problems.some(({ code }) => code === 'far_total'),
    'bad',
    'The total is far from the sum of the products. One of them is read from the wrong place.',
    'Compare both with the page, and click the wrong one again.',
  ],
  [
    'no_products',
    ({ order, body }) => order && !body?.cart_items?.length,
    'bad',
    'The order has no products.',
    'Click Products in the bar, and then one product. The order should have two different ones.',
  ],
  [
    'same_product',
    ({ body }) => hasOneId(body?.cart_items ?? []),
    'bad',
    'All products of the order have the same number, so it does not tell them apart.',
    'Click Products in the bar, and then a product again, or mark the rows with data-ringup-item.',
  ],
  [
    'unread',
    ({ order, problems }) => order && problems.some(({ field }) => /^cart_items/.test(field)),
    'bad',
    ({ problems }) => `Some products are incomplete: ${toNames(problems)}.`,
    'Click Products in the bar, and then a product again.',
  ],
]

/** The page itself. Every row that holds is a finding. */
const PAGE: Row[] = [
  [
    'overridden',
    ({ sources }) => sources.overridden.length,
    'bad',
    ({ sources }) => `The page has its own ${sources.overridden.join(', ')}, so the saved setting does not count.`,
    'Remove it from the script tag.',
  ],
  [
    'proposal',
    ({ proposal }) => Object.keys(proposal).length,
    'wait',
    ({ platform }) =>
      `${platform ? `This looks like ${platform.title}. ` : ''}Settings for this page are proposed, but not saved.`,
    'Save them on the set-up page.',
  ],
]

const NOTHING: Row = [
  'connected',
  () => true,
  'idle',
  'Connected, waiting for an order.',
  'Place a test order in this window. The bar follows you to the thank-you page.',
]

/** The findings of this moment. The first one is the headline. */
export function findFindings(facts: Facts): ReportedFinding[] {
  const holds = ([, when]: Row) => when(facts)
  const first = (rows: Row[]) => rows.filter(holds).slice(0, 1)
  const blocked = first(BLOCKED)
  const rows = blocked.length > 0 ? blocked : [...first(LATEST), ...[...ORDER, ...PAGE].filter(holds)]
  const found = (rows.length > 0 ? rows : [NOTHING]).map((row) => toFinding(row, facts))
  // A defect comes before a state.
  return [...found.filter(({ tone }) => tone === 'bad'), ...found.filter(({ tone }) => tone !== 'bad')]
}

/** All rows, for tests and guides. */
export const FINDINGS: readonly Row[] = [...BLOCKED, ...LATEST, ...ORDER, ...PAGE, NOTHING]

function toFinding([id, , tone, sentence, todo]: Row, facts: Facts): ReportedFinding {
  const toText = (text: Text) => (typeof text === 'function' ? text(facts) : text)
  return { id, tone, sentence: toText(sentence), ...(todo !== undefined && { todo: toText(todo) }) }
}

/** The reason why the latest event is not with the proxy. */
function toReason({ heard: { outcomes }, status }: Facts): string {
  const [latest] = outcomes
  const reason = latest ? latest.reason : status?.waiting.find(({ last }) => last)?.last
  return latest?.status === 'accepted' ? '' : (reason ?? '')
}

/** The page's latest event was accepted, or one before the examiner came. */
export const isSent = ({ outcomes, requests }: Facts['heard']): boolean =>
  outcomes[0] ? outcomes[0].status === 'accepted' : requests[0]?.status === 202

/** An order with its number waits for its total and products in the page. Nothing was sent yet. */
function waitsForParts({ order, convertOn, isConverting, body, heard }: Facts): boolean {
  const { order_number: number, cart_value: total } = body?.cart_data ?? {}
  const lacksPart = number !== undefined && (total === undefined || !body?.cart_items?.length)
  const isSilent = heard.outcomes.length + heard.requests.length === 0
  return order && convertOn !== undefined && isConverting && lacksPart && isSilent
}

function findViolation({ heard, endpoint }: Facts) {
  const places = [endpoint, toOrigin(endpoint)]
  return heard.violations.find(
    ({ url, directive }) => directive === 'connect-src' && places.includes(url.replace(/\?.*$/, '')),
  )
}

/** A policy's report names no more than the origin. */
const toOrigin = (url = ''): string => safely(() => new URL(url).origin) ?? ''

/** Variants of one product have the same name too. */
function hasOneId(items: { product_id?: unknown; name?: unknown }[]): boolean {
  const [ids, names] = [new Set(items.map((item) => item.product_id)), new Set(items.map(({ name }) => name))]
  return items.length > 1 && ids.size === 1 && names.size > 1
}

const toNames = (problems: Facts['problems']): string =>
  [
    ...new Set(problems.flatMap(({ field, code }) => (/^cart_items/.test(field) ? (field.split('.')[2] ?? code) : []))),
  ].join(', ')
