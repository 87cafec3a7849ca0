/** Figures for Prometheus. Every label has few values, all of them ours: nothing that a request says becomes one. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AnswerSummary } from '../index.js'
import { CONDITION_NAMES } from './conditions.js'
import type { Health } from './health.js'
import type { Seen } from './watch.js'

export interface Metrics {
  onAnswered(answered: AnswerSummary): void
  onSeen(seen: Seen): void
  /** The text that Prometheus reads, with the gauges as they are now. */
  toText(health: Health): Promise<string>
  contentType: string
}

/** By name, without `ringup_`: what it is, and its labels. */
const COUNTERS = {
  events_accepted_total: [
    'Events answered 202: new, duplicate of a known one, or limited (over what one e-mail may send in a day).',
    ['kind', 'outcome'],
  ],
  requests_refused_total: ['Requests answered with a refusal, by its code on the wire.', ['code']],
  problems_total: ['Fields of events that could not be read and were left out, by code.', ['code']],
  webhooks_total: [
    'Genuine webhooks of platforms: accepted, or why there was no order in them.',
    ['platform', 'outcome'],
  ],
  forwarded_total: [
    'Attempts to send an event on: delivered, or why it waits or became a dead letter.',
    ['kind', 'outcome'],
  ],
  dead_dropped_total: ['Dead letters pushed out by newer ones since the database was made.', []],
  log_lines_dropped_total: ['Lines of the log that were lost because nobody read them in time.', []],
} as const
const GAUGES = {
  build_info: ['Always 1.', ['version']],
  problem: ['1 while /health tells this reason, else 0.', ['reason']],
  down: ['1 while pages get 503, else 0.', []],
  orders_taken: ['Orders of the last 24 hours.', []],
  orders_delivered: ['Orders that reached the API in the last 24 hours.', []],
  orders_told: ['Orders of the last 7 days that the script (page), webhooks (webhook) and both have told of.', ['by']],
  last_order_seconds: ['When the last order came, in seconds since 1970; 0 when none has come.', []],
  waiting: ['Events the API has not taken yet, by what they wait for; "none" was not tried yet.', ['kind', 'reason']],
  dead: ['Dead letters, by their reason.', ['kind', 'reason']],
  waiting_bytes: ['Size of the events that wait.', []],
  dead_bytes: ['Size of the dead letters.', []],
  oldest_waiting_seconds: ['Age of the oldest event that waits; 0 when none does.', []],
} as const

type Table<Metric> = { counters: Record<keyof typeof COUNTERS, Metric>; gauges: Record<keyof typeof GAUGES, Metric> }

function createAll(registry: Registry) {
  const create = <Metric>(
    Kind: new (options: Options) => Metric,
    table: Record<string, readonly [string, readonly string[]]>,
  ) =>
    Object.fromEntries(
      Object.entries(table).map(([name, [help, labelNames]]) => [
        name,
        new Kind({ name: `ringup_${name}`, help, labelNames: [...labelNames], registers: [registry] }),
      ]),
    )
  const counters = create(Counter, COUNTERS) as Table<Counter>['counters'] // of all names of the table
  const gauges = create(Gauge, GAUGES) as Table<Gauge>['gauges']
  const duration = new Histogram({
    name: 'ringup_request_duration_seconds',
    help: 'From a request’s arrival to its answer.',
    labelNames: ['status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return { counters, gauges, duration }
}

interface Options {
  name: string
  help: string
  labelNames: string[]
  registers: Registry[]
}

/** @param countDroppedLines how many lines of the log were lost so far */
export function createMetrics(version: string, countDroppedLines = () => 0): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { counters, gauges, duration } = createAll(registry)
  gauges.build_info.set({ version }, 1)
  // At 0 from the start: the first of its kind is a rise too.
  for (const kind of ['convert', 'addToList'] satisfies Seen['kind'][]) {
    counters.forwarded_total.inc({ kind, outcome: 'delivered' }, 0)
    for (const outcome of ['new', 'duplicate', 'limited']) counters.events_accepted_total.inc({ kind, outcome }, 0)
  }

  return {
    contentType: registry.contentType,
    onAnswered({ status, code, problems = [], ms, webhook }) {
      duration.observe({ status: `${Math.floor(status / 100)}xx` }, ms / 1000)
      if (code) counters.requests_refused_total.inc({ code })
      for (const problem of problems) counters.problems_total.inc({ code: problem })
      if (webhook) counters.webhooks_total.inc({ ...webhook })
    },
    onSeen({ step, kind, outcome }) {
      if (step === 'attempt') counters.forwarded_total.inc({ kind, outcome })
      else if (outcome !== 'queue_full' && outcome !== 'queue_failed')
        counters.events_accepted_total.inc({ kind, outcome })
    },
    async toText(health) {
      setGauges(gauges, health)
      setTotal(counters.log_lines_dropped_total, countDroppedLines())
      if (health.counts) setTotal(counters.dead_dropped_total, health.counts.droppedDead)
      return registry.metrics()
    },
  }
}

function setGauges(gauges: Table<Gauge>['gauges'], { state, problems, share, told, lastOrderMs = 0, counts }: Health) {
  gauges.down.set(state === 'down' ? 1 : 0)
  for (const reason of CONDITION_NAMES)
    gauges.problem.set({ reason }, problems.some((each) => each.reason === reason) ? 1 : 0)
  gauges.orders_taken.set(share?.orders ?? 0)
  gauges.orders_delivered.set(share?.delivered ?? 0)
  for (const by of ['page', 'webhook', 'both'] as const) gauges.orders_told.set({ by }, told?.[by] ?? 0)
  gauges.last_order_seconds.set(Math.floor(lastOrderMs / 1_000))
  if (!counts) return // what the queue cannot say is left as it was last
  gauges.waiting.reset()
  gauges.dead.reset()
  for (const { kind, reason = 'none', count } of counts.waitingBy) gauges.waiting.set({ kind, reason }, count)
  for (const { kind, reason, count } of counts.deadBy) gauges.dead.set({ kind, reason }, count)
  gauges.waiting_bytes.set(counts.waitingBytes)
  gauges.dead_bytes.set(counts.deadBytes)
  gauges.oldest_waiting_seconds.set((counts.oldestWaitingMs ?? 0) / 1000)
}

/** A counter of what is counted elsewhere. */
function setTotal(counter: Counter, total: number) {
  counter.reset()
  counter.inc(total)
}
