/**
 * The one table of findings: when a row holds, its sentence, and what to do. Bar and set-up page show these rows and no others.
 * A row is here only if a merchant can act on it; everything else is in the report for a developer.
 */
import type { ReportedFinding, Tone } from '../contract/verify.js'
import { safely } from '../snippet/core/safely.js'
import type { Facts } from './facts.js'
import { isSent } from './watch.js'

type Text = string | ((facts: Facts) => string)

interface Finding {
  when(facts: Facts): unknown
  /** Default: `bad`. */
  tone?: Tone
  say: Text
  todo?: Text
}

type Table = Record<string, Finding>

/** Reasons that block every event. The first one that holds is the only finding. */
const BLOCKED: Table = {
  no_script: {
    when: ({ status }) => !status,
    say: 'The script does not run on this page.',
    todo: 'Paste the line of the set-up page into every page. Clear the shop’s cache, if it has one.',
  },
  misspelt: {
    when: ({ sources }) => sources.misspelt.length,
    say: ({ sources }) => sources.misspelt.join(' '),
    todo: 'Correct it in the script tag.',
  },
  endpoint: {
    when: ({ endpoint, origin }) => !endpoint || (origin.startsWith('https:') && endpoint.startsWith('http:')),
    say: ({ endpoint }) =>
      endpoint ? `Browsers block ${endpoint}: it is not https.` : 'No setting says where the proxy is.',
    todo: 'Write data-endpoint="https://…/ringup" into the script tag.',
  },
  policy: {
    when: (facts) => findViolation(facts),
    say: 'The page’s security policy (Content-Security-Policy) blocks the proxy. Orders are kept in the browser.',
    todo: ({ endpoint }) => `Add ${toOrigin(endpoint)} to connect-src.`,
  },
  denied: {
    when: ({ status }) => status?.consent === 'denied',
    tone: 'idle',
    say: 'This browser has refused consent, so nothing is stored or sent.',
    todo: 'To test, agree in the consent banner and load the page again.',
  },
  consent: {
    when: ({ status }) => status?.consent === 'required',
    tone: 'wait',
    say: 'The shopper has not answered the consent banner yet. Orders wait on this page.',
    todo: ({ banners: [banner] }) =>
      banner
        ? `Answer the banner (${banner.title}).`
        : "Answer the banner. It must call ringup.consent('granted') on each page.",
  },
}

/** The latest event of this page. The first row that holds counts. */
const LATEST: Table = {
  sent: {
    when: ({ heard }) => isSent(heard),
    tone: 'good',
    say: (facts) => {
      const isPassed = !facts.order && toWord(facts) === 'order'
      const hint = isPassed ? ' The lines above do not show values that a call passes.' : ''
      return `The ${toWord(facts)} was sent, and the proxy accepted it.${hint}`
    },
  },
  origin: {
    when: (facts) => toReason(facts) === 'origin',
    say: ({ origin }) => `The proxy does not accept events from ${origin}.`,
    todo: ({ origin }) => `Add ${origin} to RINGUP_ORIGINS, and restart the proxy.`,
  },
  unknown_list: {
    when: (facts) =>
      toReason(facts) === 'unknown_list' ||
      facts.heard.outcomes[0]?.problems.some((problem) => Object(problem).field === 'list'), // from any script
    say: 'The proxy does not know the list of the form.',
    todo: 'Correct data-add-to-list in the form, or add the list to RINGUP_LISTS.',
  },
  elsewhere: {
    when: (facts) => /^(http_(0|[2-4]\d\d)|not_found|method)$/.test(toReason(facts)),
    say: (facts) =>
      `Another server or a firewall answers at ${facts.endpoint}, not the proxy. The browser keeps the ${toWord(facts)}.`,
    todo: 'Ask the shop’s host to let the web server pass requests of this path, up to 128 KiB, to the proxy.',
  },
  unreachable: {
    // The proxy's own answers have codes of their own.
    when: (facts) => /^(network|timeout|http_5\d\d)$/.test(toReason(facts)),
    tone: 'wait',
    say: (facts) => `The proxy cannot be reached. The browser keeps the ${toWord(facts)} and tries again.`,
    todo: 'Check that the proxy runs, and turn off blockers in this browser.',
  },
  busy: {
    when: (facts) => /^(rate|queue_full|unavailable)$/.test(toReason(facts)),
    tone: 'wait',
    say: (facts) =>
      `The proxy does not accept events at the moment. The browser keeps the ${toWord(facts)} and tries again.`,
    todo: 'Look at the operator’s page of the proxy: it says why.',
  },
  no_rest: {
    when: ({ heard }) => heard.lacksRest,
    say: 'The script cannot load its second file, ringup-rest-….js, which reads elements and forms and retries events.',
    todo: 'The browser’s console says why: a blocker, the page’s policy, or the web server.',
  },
  refused_before: {
    when: ({ heard: { outcomes, requests }, status }) =>
      outcomes.length + (status?.waiting.length ?? 0) === 0 && requests[0]?.status === 422,
    say: (facts) => `The proxy refused the ${toWord(facts)} before this bar was there.`,
    todo: 'The operator’s page of the proxy says why.',
  },
  refused: {
    when: ({ heard: { outcomes } }) => /rejected|dropped/.test(outcomes[0]?.status ?? ''),
    say: (facts) => `The ${toWord(facts)} was refused. The reason is ${toReason(facts) || 'not known'}.`,
    todo: 'Copy the report for a developer.',
  },
  waiting: {
    when: (facts) => facts.status?.waiting.length || waitsForParts(facts),
    tone: 'wait',
    say: (facts) => {
      const parts = toWord(facts) === 'order' ? ' for its total and products' : ''
      return `The ${toWord(facts)} is on its way. It may wait up to 30 s${parts}, and is then sent as it is.`
    },
  },
}

/** The order and the settings of the page. Every row that holds is a finding. */
const PAGE: Table = {
  event_missing: {
    when: ({ order, sources, isConverting }) => order && sources.values.convertOn && !isConverting,
    say: ({ sources }) =>
      `The page shows an order, but the event “${sources.values.convertOn}” that reports it does not come.`,
    todo: ({ sources, proposal }) => {
      if ('convertOn' in sources.tag) return 'Correct data-convert-on in the script tag, or push the event.'
      return Object.keys(proposal).length > 0
        ? 'Save the proposed settings: then this page itself reports the order.'
        : 'Correct convertOn in the settings, or push the event.'
    },
  },
  no_number: {
    when: ({ order, body }) => order && !body?.cart_data?.order_number,
    say: 'The order has no number, so it is refused.',
    todo: 'Press Point next to Number, and then click the number on the page.',
  },
  no_email: {
    when: (facts) =>
      (facts.order && !facts.body?.email) ||
      (toWord(facts) !== 'sign-up' && /^(no_email|masked_email|two_emails)$/.test(toReason(facts))),
    say: 'The order has no e-mail address, and an order without one is refused.',
    todo: ({ emailLine: line }) =>
      line
        ? `Add this line to ${line.file}, ${line.place}: ${line.line}`
        : 'Press Point next to E-mail, and then click the address. If the page does not show it, add <meta data-ringup="email" content="…"> to the template.',
  },
  no_total: {
    when: ({ order, body }) => order && body?.cart_data?.cart_value === undefined,
    say: ({ problems }) =>
      problems.some(({ code }) => code === 'ambiguous_amount')
        ? 'The total can be read in two ways, such as 1.299, so it is left out.'
        : 'The order has no total that can be read.',
    todo: 'Press Point next to Total, and then click the total on the page.',
  },
  far_total: {
    when: ({ problems }) => problems.some(({ code }) => code === 'far_total'),
    say: 'The total is far from the sum of the products. One of them is read from the wrong place.',
    todo: 'Compare both with the page. Press Change next to the wrong one.',
  },
  no_products: {
    when: ({ order, body }) => order && !body?.cart_items?.length,
    say: 'The order has no products.',
    todo: 'Press Point next to Products, and then click one product. The order should have two different ones.',
  },
  same_product: {
    when: ({ body }) => hasOneId(body?.cart_items ?? []),
    say: 'All products of the order have the same number, so it does not tell them apart.',
    todo: 'Press Change next to Products, and then click a product, or mark the rows with data-ringup-item.',
  },
  unread: {
    when: ({ order, problems }) => order && problems.some(({ field }) => /^cart_items/.test(field)),
    say: ({ problems }) => `Some products are incomplete: ${toNames(problems)}.`,
    todo: 'Press Change next to Products, and then click a product.',
  },
  overridden: {
    when: ({ sources }) => sources.overridden.length,
    say: ({ sources }) => `The page has its own ${sources.overridden.join(', ')}, so the saved setting does not count.`,
    todo: 'Remove it from the script tag.',
  },
  proposal: {
    when: ({ proposal }) => Object.keys(proposal).length,
    tone: 'wait',
    say: ({ platform }) =>
      `${platform ? `This looks like ${platform.title}. ` : ''}Settings for this page are proposed, but not saved.`,
    todo: 'Save them on the set-up page, and then load this page again.',
  },
}

const NOTHING: Table = {
  connected: {
    when: () => true,
    tone: 'idle',
    say: 'Connected, waiting for an order.',
    todo: 'Place a test order in the shop. On its thank-you page, press Point next to each line that stays empty.',
  },
}

/** All rows, for tests. */
export const FINDINGS: Table = { ...BLOCKED, ...LATEST, ...PAGE, ...NOTHING }

/** The findings of this moment. The first one is the headline. */
export function findFindings(facts: Facts): ReportedFinding[] {
  const find = (table: Table) => Object.entries(table).filter(([, { when }]) => when(facts))
  const blocked = find(BLOCKED).slice(0, 1)
  const rows = blocked.length > 0 ? blocked : [...find(LATEST).slice(0, 1), ...find(PAGE)]
  const found = (rows.length > 0 ? rows : find(NOTHING)).map(([id, row]) => toFinding(id, row, facts))
  // A defect comes before a state.
  return [...found.filter(({ tone }) => tone === 'bad'), ...found.filter(({ tone }) => tone !== 'bad')]
}

function toFinding(id: string, { tone = 'bad', say, todo }: Finding, facts: Facts): ReportedFinding {
  const toText = (text: Text) => (typeof text === 'function' ? text(facts) : text)
  return { id, tone, sentence: toText(say), ...(todo !== undefined && { todo: toText(todo) }) }
}

/** Names the latest event or, before the first outcome, the event that waits or the order of the page. */
function toWord({ heard: { outcomes }, status, order }: Facts): 'order' | 'sign-up' | 'event' {
  const { kind } = outcomes[0] ?? status?.waiting[0] ?? {}
  if (kind) return kind === 'convert' ? 'order' : 'sign-up'
  return order ? 'order' : 'event'
}

/** The reason why the latest event is not with the proxy. */
function toReason({ heard: { outcomes }, status }: Facts): string {
  const [latest] = outcomes
  const reason = latest ? latest.reason : status?.waiting.find(({ last }) => last)?.last
  return latest?.status === 'accepted' ? '' : (reason ?? '')
}

/** An order with its number waits for its total and products in the page. Nothing was sent yet. */
function waitsForParts({ order, sources, isConverting, body, heard }: Facts): boolean {
  const { order_number: number, cart_value: total } = body?.cart_data ?? {}
  const lacksPart = number !== undefined && (total === undefined || !body?.cart_items?.length)
  const isSilent = heard.outcomes.length + heard.requests.length === 0
  return order && sources.values.convertOn !== undefined && isConverting && lacksPart && isSilent
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

const toNames = (problems: Facts['problems']): string => {
  const items = problems.filter(({ field }) => /^cart_items/.test(field))
  return [...new Set(items.map(({ field, code }) => field.split('.')[2] ?? code))].join(', ')
}
