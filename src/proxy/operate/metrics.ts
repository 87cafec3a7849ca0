/** Figures for Prometheus. Every label has few values, all of them ours: nothing that a request says becomes one. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AnswerSummary } from '../index.js'
import { type Health, PROBLEM_NAMES } from './health.js'
import type { Seen } from './watch.js'

export interface Metrics {
  onAnswered(answered: AnswerSummary): void
  onSeen(seen: Seen): void
  /** The text that Prometheus reads, with the gauges as they are now. */
  toText(health: Health): Promise<string>
  contentType: string
}

/** @param countDroppedLines how many lines of the log were lost so far */
export function createMetrics(version: string, countDroppedLines = () => 0): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const figures = createFigures(registry)
  figures.build.set({ version }, 1)
  // At 0 from the start: the first of its kind is a rise too.
  for (const kind of ['convert', 'addToList'] satisfies Seen['kind'][]) {
    figures.forwarded.inc({ kind, outcome: 'delivered' }, 0)
    for (const outcome of ['new', 'duplicate', 'limited']) figures.accepted.inc({ kind, outcome }, 0)
  }

  return {
    contentType: registry.contentType,
    onAnswered({ status, code, problems = [], ms, webhook }) {
      figures.duration.observe({ status: `${Math.floor(status / 100)}xx` }, ms / 1000)
      if (code) figures.refused.inc({ code })
      for (const problem of problems) figures.problems.inc({ code: problem })
      if (webhook) figures.webhooks.inc({ ...webhook })
    },
    onSeen({ step, kind, outcome }) {
      if (step === 'attempt') figures.forwarded.inc({ kind, outcome })
      else if (outcome !== 'queue_full' && outcome !== 'queue_failed') figures.accepted.inc({ kind, outcome })
    },
    async toText(health) {
      setGauges(figures, health)
      setTotal(figures.droppedLines, countDroppedLines())
      return registry.metrics()
    },
  }
}

function createFigures(registry: Registry) {
  const registers = [registry]
  return {
    build: new Gauge({ name: 'ringup_build_info', help: 'Always 1.', labelNames: ['version'], registers }),
    accepted: new Counter({
      name: 'ringup_events_accepted_total',
      help: 'Events answered 202: new, duplicate of a known one, or limited (over what one e-mail may send in a day).',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    refused: new Counter({
      name: 'ringup_requests_refused_total',
      help: 'Requests answered with a refusal, by its code on the wire.',
      labelNames: ['code'],
      registers,
    }),
    problems: new Counter({
      name: 'ringup_problems_total',
      help: 'Fields of events that could not be read and were left out, by code.',
      labelNames: ['code'],
      registers,
    }),
    webhooks: new Counter({
      name: 'ringup_webhooks_total',
      help: 'Genuine webhooks of platforms: accepted, or why there was no order in them.',
      labelNames: ['platform', 'outcome'],
      registers,
    }),
    forwarded: new Counter({
      name: 'ringup_forwarded_total',
      help: 'Attempts to send an event on: delivered, or why it waits or became a dead letter.',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    duration: new Histogram({
      name: 'ringup_request_duration_seconds',
      help: 'From a request’s arrival to its answer.',
      labelNames: ['status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    waiting: new Gauge({
      name: 'ringup_waiting',
      help: 'Events the API has not taken yet, by what they wait for; "none" was not tried yet.',
      labelNames: ['kind', 'reason'],
      registers,
    }),
    dead: new Gauge({
      name: 'ringup_dead',
      help: 'Dead letters, by their reason.',
      labelNames: ['kind', 'reason'],
      registers,
    }),
    waitingBytes: new Gauge({ name: 'ringup_waiting_bytes', help: 'Size of the events that wait.', registers }),
    deadBytes: new Gauge({ name: 'ringup_dead_bytes', help: 'Size of the dead letters.', registers }),
    oldest: new Gauge({
      name: 'ringup_oldest_waiting_seconds',
      help: 'Age of the oldest event that waits; 0 when none does.',
      registers,
    }),
    droppedDead: new Counter({
      name: 'ringup_dead_dropped_total',
      help: 'Dead letters pushed out by newer ones since the database was made.',
      registers,
    }),
    droppedLines: new Counter({
      name: 'ringup_log_lines_dropped_total',
      help: 'Lines of the log that were lost because nobody read them in time.',
      registers,
    }),
    problem: new Gauge({
      name: 'ringup_problem',
      help: '1 while /health tells this reason, else 0.',
      labelNames: ['reason'],
      registers,
    }),
    down: new Gauge({ name: 'ringup_down', help: '1 while pages get 503, else 0.', registers }),
  }
}

function setGauges(figures: ReturnType<typeof createFigures>, { state, problems, counts }: Health) {
  figures.down.set(state === 'down' ? 1 : 0)
  for (const name of PROBLEM_NAMES) {
    figures.problem.set({ reason: name }, problems.some(({ reason }) => reason === name) ? 1 : 0)
  }
  if (!counts) return // what the queue cannot say is left as it was last
  figures.waiting.reset()
  figures.dead.reset()
  for (const { kind, reason = 'none', count } of counts.waitingBy) figures.waiting.set({ kind, reason }, count)
  for (const { kind, reason, count } of counts.deadBy) figures.dead.set({ kind, reason }, count)
  figures.waitingBytes.set(counts.waitingBytes)
  figures.deadBytes.set(counts.deadBytes)
  figures.oldest.set((counts.oldestWaitingMs ?? 0) / 1000)
  setTotal(figures.droppedDead, counts.droppedDead)
}

/** A counter of what is counted elsewhere. */
function setTotal(counter: Counter, total: number) {
  counter.reset()
  counter.inc(total)
}
