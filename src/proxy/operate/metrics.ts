/**
 * Figures for Prometheus, in its text format: health's figures, and counters of answers. Labels have few values, and none comes from
 * a request.
 */
import type { AnswerSummary } from '../log/answer-summary.js'
import { CONDITION_NAMES } from './conditions.js'
import type { Health } from './health.js'

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Upper bounds of the answers' durations, in seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

type Labels = Record<string, string>
type Sample = [labels: Labels, value: number, suffix?: string]

/** @param countDroppedLines counts the lines of the log that were lost so far */
export function createMetrics(countDroppedLines = () => 0) {
  const startedS = Date.now() / 1_000
  const answers = new Map<string, number>()
  const refused = new Map<string, number>()
  const unread = new Map<string, number>()
  const webhooks = new Map<string, number>()
  const durations = BUCKETS.map(() => 0)
  let [answered, seconds] = [0, 0]

  /** Lists the metrics: name, type, help, samples. The metrics of a database that fails are left out. */
  function list(health: Health): [string, 'gauge' | 'counter' | 'histogram', string, Sample[]][] {
    const { state, conditions, orders, lastOrder, waiting, dead, version } = health
    const holds = (name: string) => Number(conditions.some((each) => each.name === name))
    return [
      [
        'condition',
        'gauge',
        'Whether /health names this condition.',
        CONDITION_NAMES.map((name) => [{ name }, holds(name)]),
      ],
      ['down', 'gauge', 'Whether pages get 503.', one(Number(state === 'down'))],
      ['orders', 'gauge', 'Orders of 24 hours by outcome.', toSamples('outcome', Object.entries(orders ?? {}))],
      [
        'last_order_seconds',
        'gauge',
        'When the last order arrived, since 1970.',
        lastOrder ? one(Date.parse(lastOrder) / 1_000) : [],
      ],
      [
        'waiting',
        'gauge',
        'Events that wait, by reason; "none" was not tried yet.',
        toSamples(
          'reason',
          (waiting?.by ?? []).map(({ reason, events }) => [reason ?? 'none', events]),
        ),
      ],
      ['waiting_bytes', 'gauge', 'Size of the events that wait.', waiting ? one(waiting.bytes) : []],
      [
        'oldest_waiting_seconds',
        'gauge',
        'Age of the oldest event that waits.',
        waiting ? one((waiting.oldestMs ?? 0) / 1_000) : [],
      ],
      [
        'dead',
        'gauge',
        'Dead letters, by reason.',
        toSamples(
          'reason',
          (dead?.by ?? []).map(({ reason, events }) => [reason, events]),
        ),
      ],
      [
        'dead_dropped_total',
        'counter',
        'Dead letters deleted for lack of room since the database was created.',
        dead ? one(dead.dropped) : [],
      ],
      ['answers_total', 'counter', 'Answers to requests, by status.', toSamples('status', [...answers])],
      ['requests_refused_total', 'counter', 'Refused requests, by code.', toSamples('code', [...refused])],
      ['problems_total', 'counter', 'Fields that could not be read, by code.', toSamples('code', [...unread])],
      [
        'webhooks_total',
        'counter',
        'Genuine webhooks: accepted, or why they brought no order.',
        toSamples('outcome', [...webhooks]),
      ],
      ['log_lines_dropped_total', 'counter', 'Lines of the log that were lost.', one(countDroppedLines())],
      [
        'request_duration_seconds',
        'histogram',
        'From a request’s arrival to its answer.',
        toHistogram(durations, answered, seconds),
      ],
      ['started_seconds', 'gauge', 'When this process started, since 1970.', one(startedS)],
      ['build_info', 'gauge', 'Always 1.', [[{ version }, 1]]],
    ]
  }

  return {
    /** The proxy calls it with each answer. */
    onAnswered({ status, code, problems = [], ms, webhook }: AnswerSummary) {
      addOne(answers, `${Math.floor(status / 100)}xx`)
      if (code) addOne(refused, code)
      for (const problem of problems) addOne(unread, problem)
      if (webhook) addOne(webhooks, webhook.outcome)
      for (const [index, bound] of BUCKETS.entries())
        if (ms / 1_000 <= bound) durations[index] = (durations[index] ?? 0) + 1
      answered += 1
      seconds += ms / 1_000
    },
    /** Writes the text that Prometheus reads. */
    toText: (health: Health): string =>
      `${list(health)
        .flatMap(([name, type, help, samples]) => [
          `# HELP ringup_${name} ${help}`,
          `# TYPE ringup_${name} ${type}`,
          ...samples.map(([labels, value, suffix = '']) => `ringup_${name}${suffix}${toLabels(labels)} ${value}`),
        ])
        .join('\n')}\n`,
  }
}

const one = (value: number): Sample[] => [[{}, value]]
const toSamples = (label: string, rows: [string, number][]): Sample[] =>
  rows.map(([name, value]) => [{ [label]: name }, value])
const addOne = (counts: Map<string, number>, name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1)

/** Buckets are cumulative: an answer counts in each bound that it meets. */
const toHistogram = (durations: number[], count: number, sum: number): Sample[] => [
  ...durations.map((within, index): Sample => [{ le: String(BUCKETS[index]) }, within, '_bucket']),
  [{ le: '+Inf' }, count, '_bucket'],
  [{}, sum, '_sum'],
  [{}, count, '_count'],
]

function toLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
