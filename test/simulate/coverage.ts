/** Counts how often the rounds used each rule of delivery and forwarding. A rule that was never used is not tested. */
import type { Happening } from './history.js'

type Part = 'snippet' | 'proxy'
type Count = (history: Happening[]) => number

/** Counts matching happenings. */
const like =
  (pattern: Partial<Happening>): Count =>
  (history) =>
    history.filter((happening) =>
      Object.entries(pattern).every(([name, value]) => Reflect.get(happening, name) === value),
    ).length

const ended = (...reasons: string[]): Count =>
  has(({ what, reason = '' }) => what === 'outcome' && reasons.includes(reason))
const logged = (note: string, reason?: string) => like({ what: 'log', note, ...(reason && { reason }) })
const apiAnswered = (...statuses: number[]): Count =>
  has(({ what, status }) => what === 'api answer' && statuses.includes(Number(status)))
const done = (...names: string[]): Count =>
  has(({ what, note = '' }) => what === 'fault' && names.some((name) => note.includes(`"${name}"`)))
const met = (fault: string) => like({ what: 'fault', note: fault })

function has(isLike: (happening: Happening) => boolean): Count {
  return (history) => history.filter(isLike).length
}

/** The rows of the contract's two tables, in their order there. */
const RULES: [part: Part, rule: string, count: Count][] = [
  ['snippet', 'stored, then sent', like({ what: 'stored' })],
  ['snippet', 'copied to IndexedDB', like({ what: 'copied' })],
  ['snippet', 'storage refused or full: sent from memory', like({ what: 'not stored' })],
  ['snippet', 'killed before it was on the disk', like({ what: 'forgotten', note: 'killed' })],
  ['snippet', 'a full outbox', like({ reason: 'outbox_full' })],
  ['snippet', 'sent with keepalive', like({ what: 'sent', keepalive: true })],
  ['snippet', 'sent again without keepalive', like({ what: 'sent', keepalive: false })],
  ['snippet', 'sent by a later page or another tab', sentElsewhere],
  ['snippet', 'too old', like({ what: 'announced', reason: 'expired' })],
  ['snippet', 'no answer in time', ended('timeout')],
  ['snippet', 'a late answer settles', settledLate],
  ['snippet', 'Retry-After', has(({ what, status }) => what === 'answered' && (status === 429 || status === 503))],
  ['snippet', 'an accepted order again', ended('order_number')],
  ['snippet', 'a waiting order again', reportedTwice],
  ['snippet', 'another 2xx does not acknowledge', ended('http_200')],
  ['snippet', 'the proxy’s own refusal ends', like({ what: 'outcome', reason: 'unknown_list' })],
  [
    'snippet',
    'parked for the next page',
    ended('http_0', 'http_401', 'http_403', 'http_404', 'http_405', 'http_501', 'http_505', 'http_511'),
  ],
  ['snippet', 'a stranger’s refusal is parked', ended('http_400', 'http_410', 'http_413', 'http_422', 'http_451')],
  ['snippet', 'retried', ended('http_408', 'http_425', 'http_429', 'http_500', 'http_502', 'http_503')],
  ['snippet', 'no network', ended('network')],
  ['snippet', 'held for consent', like({ what: 'outcome', status: 'held' })],
  ['snippet', 'consent denied', like({ what: 'consent', status: 'denied' })],
  ['snippet', 'tabs that freeze', done('freeze')],
  ['snippet', 'clocks that jump', done('set clock')],
  ['proxy', 'delivered', apiAnswered(200, 201)],
  ['proxy', 'refused by the API', logged('dead_letter', 'refused')],
  ['proxy', 'the API is away', logged('api_away')],
  ['proxy', 'the API’s key seems wrong', logged('api_away', 'credentials')],
  ['proxy', 'the API’s address seems wrong', logged('api_away', 'address')],
  ['proxy', 'no session in time', logged('dead_letter', 'no_session')],
  ['proxy', 'no session yet', apiAnswered(404)],
  ['proxy', 'a list that the API does not know', logged('dead_letter', 'unknown_list')],
  ['proxy', 'Retry-After', has(({ what, status }) => what === 'api answer' && (status === 429 || status === 503))],
  ['proxy', 'the API is back', logged('api_back')],
  ['proxy', 'half an answer', met('api: cut answer')],
  ['proxy', 'a lost answer', met('api: lost answer')],
  ['proxy', 'too old', logged('dead_letter', 'expired')],
  ['proxy', 'an event overtaken by a later one', logged('dead_letter', 'overtaken')],
  ['proxy', 'an order of the shop’s platform', done('webhook')],
  ['proxy', 'a report without an address', done('report no address')],
  ['proxy', 'a flood', done('flood')],
  [
    'proxy',
    'a full queue',
    has(
      ({ what, status, customer = '' }) => what === 'refused' && status === 503 && customer.endsWith('@flood.example'),
    ),
  ],
  ['proxy', 'SIGTERM', done('stop proxy')],
  ['proxy', 'kill -9', done('kill proxy')],
  ['proxy', 'killed within a transaction', has(({ note = '' }) => note.includes('"kind":"killed"'))],
  ['proxy', 'a full or broken disk', logged('queue_failed')],
]

function sentElsewhere(history: Happening[]): number {
  const stored = new Map(history.flatMap(({ what, id, tab }) => (what === 'stored' ? [[id, tab] as const] : [])))
  return history.filter(({ what, id, tab }) => what === 'sent' && stored.has(id) && stored.get(id) !== tab).length
}

function settledLate(history: Happening[]): number {
  const late = new Set(
    history.flatMap(({ what, id, reason }) => (what === 'outcome' && reason === 'timeout' ? [id] : [])),
  )
  return history.filter(({ what, id, status }) => what === 'announced' && status === 'accepted' && late.has(id)).length
}

function reportedTwice(history: Happening[]): number {
  const outcomes = history.filter(({ what, status }) => what === 'outcome' && status !== 'duplicate')
  return outcomes.length - new Set(outcomes.map(({ id }) => id)).size
}

export class Coverage {
  readonly counts = RULES.map(() => 0)

  add(history: Happening[]) {
    for (const [place, [, , count]] of RULES.entries()) this.counts[place] = (this.counts[place] ?? 0) + count(history)
  }

  /** Lists the rules that no round has used. */
  missed(): string[] {
    return RULES.flatMap(([part, rule], place) => (this.counts[place] === 0 ? [`${part}: ${rule}`] : []))
  }

  toText(): string {
    const lines = RULES.map(([part, rule], place) => `${String(this.counts[place]).padStart(10)}  ${part}: ${rule}`)
    return `How often each rule was used:\n${lines.join('\n')}`
  }
}
