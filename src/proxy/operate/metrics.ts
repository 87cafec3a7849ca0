/** Figures for Prometheus. Labels have few values, and none comes from a request. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AnswerSummary } from '../index.js'
import { CONDITION_NAMES } from './conditions.js'
import type { Health } from './health.js'
import type { Seen } from './watch.js'

/** @param countDroppedLines counts the lines of the log that were lost so far */
export function createMetrics(version: string, countDroppedLines = () => 0) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `ringup_${name}_total`, help, labelNames, registers })
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `ringup_${name}`, help, labelNames, registers })

  const accepted = counter('events_accepted', 'Events answered 202: new, or a duplicate.', ['kind', 'outcome'])
  const refused = counter('requests_refused', 'Requests answered with a refusal, by its code on the wire.', ['code'])
  const unread = counter('problems', 'Fields of events that could not be read and were left out, by code.', ['code'])
  const webhooks = counter(
    'webhooks',
    'Genuine webhooks of platforms: accepted, or the reason why they brought no order.',
    ['platform', 'outcome'],
  )
  const forwarded = counter(
    'forwarded',
    'Attempts to send an event on: delivered, or why it waits or became a dead letter.',
    ['kind', 'outcome'],
  )
  const deadDropped = counter('dead_dropped', 'Dead letters pushed out by newer ones since the database was made.')
  const linesDropped = counter('log_lines_dropped', 'Lines of the log that were lost because its reader was too slow.')
  const duration = new Histogram({
    name: 'ringup_request_duration_seconds',
    help: 'From a request’s arrival to its answer.',
    labelNames: ['status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const problem = gauge('problem', '1 while /health tells this reason, else 0.', ['reason'])
  const down = gauge('down', '1 while pages get 503, else 0.')
  const ordersTaken = gauge('orders_taken', 'Orders of the last 24 hours.')
  const ordersDelivered = gauge('orders_delivered', 'Orders that reached the API in the last 24 hours.')
  const ordersTold = gauge(
    'orders_told',
    'Orders of the last 7 days that the script (page), webhooks (webhook) and both have reported.',
    ['by'],
  )
  const lastOrder = gauge(
    'last_order_seconds',
    'When the last order came, in seconds since 1970; 0 when none has come.',
  )
  const waiting = gauge(
    'waiting',
    'Events the API has not taken yet, by what they wait for; "none" was not tried yet.',
    ['kind', 'reason'],
  )
  const dead = gauge('dead', 'Dead letters, by their reason.', ['kind', 'reason'])
  const waitingBytes = gauge('waiting_bytes', 'Size of the events that wait.')
  const deadBytes = gauge('dead_bytes', 'Size of the dead letters.')
  const oldest = gauge('oldest_waiting_seconds', 'Age of the oldest event that waits; 0 when none does.')

  gauge('build_info', 'Always 1.', ['version']).set({ version }, 1)
  // They are 0 from the start, so Prometheus sees the first event as a rise.
  for (const kind of ['convert', 'addToList'] satisfies Seen['kind'][]) {
    forwarded.inc({ kind, outcome: 'delivered' }, 0)
    for (const outcome of ['new', 'duplicate']) accepted.inc({ kind, outcome }, 0)
  }

  function setGauges({ state, problems, share, told, lastOrderMs = 0, counts }: Health) {
    const reasons = problems.map(({ reason }) => reason)
    for (const reason of CONDITION_NAMES) problem.set({ reason }, Number(reasons.includes(reason)))
    down.set(Number(state === 'down'))
    ordersTaken.set(share?.taken ?? 0)
    ordersDelivered.set(share?.delivered ?? 0)
    for (const by of ['page', 'webhook', 'both'] as const) ordersTold.set({ by }, told?.[by] ?? 0)
    lastOrder.set(Math.floor(lastOrderMs / 1_000))
    setTotal(linesDropped, countDroppedLines())
    if (!counts) return // the queue cannot be read, so its gauges keep their values
    waiting.reset()
    dead.reset()
    for (const { kind, reason = 'none', count } of counts.waitingBy) waiting.set({ kind, reason }, count)
    for (const { kind, reason, count } of counts.deadBy) dead.set({ kind, reason }, count)
    waitingBytes.set(counts.waitingBytes)
    deadBytes.set(counts.deadBytes)
    oldest.set((counts.oldestWaitingMs ?? 0) / 1_000)
    setTotal(deadDropped, counts.droppedDead)
  }

  return {
    contentType: registry.contentType,
    onAnswered({ status, code, problems = [], ms, webhook }: AnswerSummary) {
      duration.observe({ status: `${Math.floor(status / 100)}xx` }, ms / 1_000)
      if (code) refused.inc({ code })
      for (const name of problems) unread.inc({ code: name })
      if (webhook) webhooks.inc({ ...webhook })
    },
    onSeen({ step, kind, outcome }: Seen) {
      if (step === 'attempt') forwarded.inc({ kind, outcome })
      else if (outcome !== 'queue_full' && outcome !== 'queue_failed') accepted.inc({ kind, outcome })
    },
    /** @returns the text that Prometheus reads, with the gauges as they are now */
    async toText(health: Health): Promise<string> {
      setGauges(health)
      return registry.metrics()
    },
  }
}

/** Sets a counter to a total that other code counts. */
function setTotal(total: Counter, value: number) {
  total.reset()
  total.inc(value)
}
