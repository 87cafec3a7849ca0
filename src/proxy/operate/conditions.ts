/**
 * The conditions that are watched, each with its sentence, the operator's action, and its alert. Health, the operator's page, the alerts
 * of RINGUP_ALERT_URL, Prometheus' rules and the guide are made from this table.
 */

/** `page` wakes the operator, `ticket` can wait until the morning, `none` is only shown. */
type Severity = 'page' | 'ticket' | 'none'

export interface Condition {
  wrong: string
  todo: string
  severity: Severity
  /** Minutes for which it lasts before the alert is sent. */
  after: number
  /** The alert is sent again after this many minutes. Without a value, it is sent once. */
  again?: number
}

/** Less than the 24 hours of the figures, so no hour is left out of the alerts. */
const EACH_DAY = 23 * 60

const page = (wrong: string, todo: string): Condition => ({ wrong, todo, severity: 'page', after: 0 })
const ticket = (wrong: string, todo: string, after = 0): Condition => ({ wrong, todo, severity: 'ticket', after })
const silent = (wrong: string, todo: string): Condition => ({ wrong, todo, severity: 'none', after: 0 })

/** The conditions by name: first the proxy's, then the API's, then the shop's. */
export const CONDITIONS = {
  queue_full: page(
    'The queue is full: 50,000 events or 200 MiB wait. Pages get 503, and browsers keep their events.',
    'See why the API takes no events. The queue empties by itself once it does.',
  ),
  queue_failed: page('The database could not be read or written.', 'See the log: failed or queue_failed.'),
  disk: page(
    'The disk of RINGUP_DATABASE is nearly full. When it is, pages get 503 and browsers keep their events.',
    'Make room on it.',
  ),
  stopping: silent('The proxy was told to stop. Browsers keep their events.', 'Start it again.'),
  credentials: page(
    'The API refuses RINGUP_API_AUTHORIZATION. Every event waits.',
    'Replace it, and restart the proxy. Waiting events are sent by themselves.',
  ),
  address: page(
    'The API is not at RINGUP_API_URL. Every event waits.',
    'Is RINGUP_API_URL right? Correct it, and restart the proxy: ringup check says whether it is right.',
  ),
  unreachable: ticket(
    'The API does not answer. Every event waits.',
    'Ask the API’s operator. Waiting events are sent by themselves.',
    10,
  ),
  busy: ticket(
    'The API asks to wait, or fails. Events wait.',
    'Ask the API’s operator. Waiting events are sent by themselves.',
    10,
  ),
  refusing: ticket(
    'The API does not accept any customer’s orders. They wait.',
    'ringup events list --state waiting shows the API’s status. Ask the API’s operator.',
    10,
  ),
  unknown_list: ticket(
    'The API has no list of the id that RINGUP_LISTS names. Its sign-ups wait.',
    'Correct the id, and restart the proxy.',
    10,
  ),
  unreadable: ticket(
    'No key of RINGUP_KEY opens some of the waiting events. They wait for their key.',
    'Add the key that they were written with to RINGUP_KEY, after a comma, and restart the proxy.',
  ),
  old: ticket(
    'An event has waited for the API for over an hour. An order waits for 72 h at most.',
    'ringup events list --state waiting says why.',
  ),
  dead: ticket(
    'Events have become dead letters within the hour: they are not sent again.',
    'ringup events list --state dead says why; ringup events replay sends them again.',
  ),
  dead_dropped: ticket(
    'Dead letters were deleted within the hour, because there were more than 10,000 or 50 MiB.',
    'Replay or drop what is there.',
  ),
  no_sessions: ticket(
    'The API took no order in the last hour: it has no sessions of these customers.',
    'See whether the shop still begins a session at the API before an order is placed.',
  ),
  none_delivered: ticket('The API has never taken an event.', 'ringup events list says what each event waits for.', 10),
  no_event_yet: ticket(
    'No event has been taken yet.',
    'Put the tag on every page, and place an order: ringup check --page says what is in the way.',
    24 * 60,
  ),
  silence: page(
    'No order has come for longer than is usual at this hour of this weekday.',
    'Place an order, and see whether the tag is still on the pages: ringup check --page.',
  ),
  origin_refused: ticket(
    'Pages are refused for their origin.',
    'Are they pages of the shop? Then add their origin, which the operator’s page names, to RINGUP_ORIGINS.',
  ),
  list_refused: ticket(
    'Sign-ups are refused: their list is not one of RINGUP_LISTS.',
    'Correct data-add-to-list, or add the list to RINGUP_LISTS.',
  ),
  script_unknown: ticket(
    'Pages ask for a script that is not there: their tag names a version that never was, or was last served over a year ago.',
    'Change the tag: src="/ringup/ringup.js" is always there.',
  ),
  shape_refused: ticket(
    'Events are refused for what is in them.',
    'Open the debug panel on the page (?ringup-debug): it names the fields.',
  ),
  signature_refused: ticket(
    'Events are refused for their signature.',
    'Do the shop and the proxy have the same RINGUP_SIGNING_SECRET?',
  ),
  reports_refused: {
    ...ticket(
      'Pages report orders or sign-ups that lack the e-mail address, the order or its number, so they cannot be sent.',
      'ringup events list --state refused shows them. Name the e-mail address on the page: the debug panel shows what it finds.',
    ),
    again: EACH_DAY,
  },
  incomplete: {
    ...ticket(
      'Orders lack their total or their items.',
      'Open the debug panel on the thank-you page: it shows what the page says. ringup find --order names the problem of one order.',
    ),
    again: EACH_DAY,
  },
  rate_refused: ticket(
    'Shoppers get 429, so their browsers keep the events and retry.',
    'Is RINGUP_TRUSTED_HOPS the number of your web servers before the proxy? Else raise RINGUP_RATE_PER_IP and RINGUP_RATE_TOTAL.',
  ),
  hops: ticket(
    'A web server is before the proxy, and RINGUP_TRUSTED_HOPS is 0: all shoppers share one RINGUP_RATE_PER_IP.',
    'Set RINGUP_TRUSTED_HOPS to the number of your web servers before the proxy, and restart the proxy.',
  ),
  problem_doubled: ticket(
    'Twice as many orders as usual have a field that could not be read.',
    'Open the debug panel on the thank-you page: it shows what the page says.',
  ),
  script_fell: ticket(
    'The script reports half as many of the platform’s orders as usual.',
    'Place an order, and see whether the tag is on the thank-you page: ringup check --page.',
  ),
  webhooks_fell: ticket(
    'The platform’s webhooks bring half as many of the script’s orders as usual.',
    'See the platform’s list of webhooks: one that failed too often is switched off.',
  ),
} satisfies Record<string, Condition>

export type ConditionName = keyof typeof CONDITIONS
export const CONDITION_NAMES = Object.keys(CONDITIONS) as ConditionName[] // the keys of the table

/** The causes of a condition. While the alert of a cause is open, the alert of the condition is not sent. */
export const CAUSES: Partial<Record<ConditionName, ConditionName[]>> = {
  old: ['credentials', 'address', 'unreachable', 'busy', 'refusing', 'unknown_list', 'unreadable'],
}

/** A condition that holds now. */
export interface Trouble {
  reason: ConditionName
  /** A sentence with figures and names. */
  about?: string
}

/** Says what is wrong, in sentences. */
const toWrong = ({ reason, about }: Trouble): string =>
  about ? `${CONDITIONS[reason].wrong} ${about}` : CONDITIONS[reason].wrong

/** Says what is wrong, and what to do. */
export const toAdvice = (trouble: Trouble): string => `${toWrong(trouble)} ${CONDITIONS[trouble.reason].todo}`
