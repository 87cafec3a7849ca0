/**
 * What is watched: each condition with what is wrong, what to do, and when somebody is told.
 *
 * The only table of them: health, the operator's page, the alerts of RINGUP_ALERT_URL, Prometheus' rules and the guide are made
 * from it.
 */

/** `page` wakes somebody, `ticket` can wait until the morning, `none` is seen by whoever looks. */
type Severity = 'page' | 'ticket' | 'none'

export interface Condition {
  wrong: string
  todo: string
  severity: Severity
  /** How long it lasts before somebody is told, in minutes. */
  after: number
}

const OF_THE_PROXY = {
  queue_full: {
    wrong: 'The queue is full (RINGUP_QUEUE_EVENTS, RINGUP_QUEUE_MIB). Pages get 503, and browsers keep their events.',
    todo: 'See why the API takes nothing; then what waits makes room by itself.',
    severity: 'page',
    after: 0,
  },
  queue_failed: {
    wrong: 'The database could not be read or written.',
    todo: 'See the log: queue_failed.',
    severity: 'page',
    after: 0,
  },
  disk: {
    wrong: 'The disk of RINGUP_DATABASE is nearly full. When it is, pages get 503 and browsers keep their events.',
    todo: 'Make room on it.',
    severity: 'page',
    after: 0,
  },
  stopping: {
    wrong: 'The proxy was told to stop. Browsers keep their events.',
    todo: 'Start it again.',
    severity: 'none',
    after: 0,
  },
} satisfies Record<string, Condition>

const OF_THE_API = {
  credentials: {
    wrong: 'The API refuses RINGUP_API_AUTHORIZATION. Every event waits.',
    todo: 'Replace it, and start the proxy again: what waits goes out by itself.',
    severity: 'page',
    after: 0,
  },
  address: {
    wrong: 'The API is not at RINGUP_API_URL. Every event waits.',
    todo: 'Correct it, and start the proxy again: ringup check says whether it is right.',
    severity: 'page',
    after: 0,
  },
  unreachable: {
    wrong: 'The API does not answer. Every event waits.',
    todo: 'Ask whoever runs it. What waits goes out by itself.',
    severity: 'ticket',
    after: 10,
  },
  busy: {
    wrong: 'The API has asked for time, or fails. Events wait.',
    todo: 'Ask whoever runs it. What waits goes out by itself.',
    severity: 'ticket',
    after: 10,
  },
  unknown_list: {
    wrong: 'The API has no list of the id that RINGUP_LISTS names. Its sign-ups wait.',
    todo: 'Correct the id, and start the proxy again.',
    severity: 'ticket',
    after: 10,
  },
  old: {
    wrong: 'An event has waited for the API for over an hour. An order waits for 72 h at most.',
    todo: 'ringup events list --state waiting says why.',
    severity: 'ticket',
    after: 0,
  },
  dead: {
    wrong: 'Events have become dead letters within the hour: they are not sent again.',
    todo: 'ringup events list --state dead says why; ringup events replay sends them again.',
    severity: 'ticket',
    after: 0,
  },
  dead_dropped: {
    wrong: 'Dead letters were pushed out by newer ones within the hour (RINGUP_DEAD_LETTERS).',
    todo: 'Replay or drop what is there.',
    severity: 'ticket',
    after: 0,
  },
  no_sessions: {
    wrong: 'No order of the last hour has reached the API: it knows no session of these customers.',
    todo: 'See whether the shop still begins a session at the API before an order is placed.',
    severity: 'ticket',
    after: 0,
  },
  none_delivered: {
    wrong: 'Nothing has ever reached the API.',
    todo: 'ringup events list says what each event waits for.',
    severity: 'ticket',
    after: 10,
  },
} satisfies Record<string, Condition>

const OF_THE_SHOP = {
  no_event_yet: {
    wrong: 'No page has sent an event yet.',
    todo: 'Put the tag on every page, and place an order: ringup check --page says what keeps a page from it.',
    severity: 'ticket',
    after: 24 * 60,
  },
  silence: {
    wrong: 'No order has come for longer than is usual at this hour of this weekday.',
    todo: 'Place an order, and see whether the tag is still on the pages: ringup check --page.',
    severity: 'page',
    after: 0,
  },
  origin_refused: {
    wrong: 'Pages are refused for their origin.',
    todo: 'Are they pages of the shop? Then add their origin to RINGUP_ORIGINS.',
    severity: 'ticket',
    after: 0,
  },
  list_refused: {
    wrong: 'Sign-ups are refused: their list is not one of RINGUP_LISTS.',
    todo: 'Correct data-add-to-list, or add the list to RINGUP_LISTS.',
    severity: 'ticket',
    after: 0,
  },
  script_unknown: {
    wrong:
      'Pages ask for a script that is not there: their tag names one that no version had, or none of the last year.',
    todo: 'Change the tag: src="/ringup/ringup.js" is always there.',
    severity: 'ticket',
    after: 0,
  },
  shape_refused: {
    wrong: 'Events are refused for what is in them.',
    todo: 'Open the debug panel on the page (?ringup-debug): it names the fields.',
    severity: 'ticket',
    after: 0,
  },
  signature_refused: {
    wrong: 'Events are refused for their signature.',
    todo: 'Do the shop and the proxy have the same RINGUP_SIGNING_SECRET?',
    severity: 'ticket',
    after: 0,
  },
  problem_doubled: {
    wrong: 'Twice as many orders as usual have a field that could not be read.',
    todo: 'Open the debug panel on the thank-you page: it shows what the page says.',
    severity: 'ticket',
    after: 0,
  },
  script_fell: {
    wrong: 'Of the orders that the platform reports, the script reports half as many as usual.',
    todo: 'Place an order, and see whether the tag is on the thank-you page: ringup check --page.',
    severity: 'ticket',
    after: 0,
  },
  webhooks_fell: {
    wrong: 'Of the orders that the script reports, the platform’s webhooks bring half as many as usual.',
    todo: 'See the platform’s list of webhooks: one that failed too often is switched off.',
    severity: 'ticket',
    after: 0,
  },
} satisfies Record<string, Condition>

export type ConditionName = keyof typeof OF_THE_PROXY | keyof typeof OF_THE_API | keyof typeof OF_THE_SHOP

export const CONDITIONS: Record<ConditionName, Condition> = { ...OF_THE_PROXY, ...OF_THE_API, ...OF_THE_SHOP }
export const CONDITION_NAMES = Object.keys(CONDITIONS) as ConditionName[] // the keys of the table

/** One that is so. */
export interface Trouble {
  reason: ConditionName
  /** Of `unknown_list`: the list's public name, when it is known. */
  list?: string
  /** Figures and names, in a sentence. */
  about?: string
}

/** What is wrong, in sentences. */
export const toWrong = ({ reason, list, about }: Trouble): string =>
  [CONDITIONS[reason].wrong, list && `List: ${list}.`, about].filter(Boolean).join(' ')
