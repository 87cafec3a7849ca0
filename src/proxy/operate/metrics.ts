/**
 * Figures for Prometheus, in its text format: health's figures, and counters of answers. Labels have few values, and none comes from
 * a request.
 */
import type { AnswerSummary } from '../log/answer-summary.js'
import { CONDITION_NAMES } from './conditions.js'
import type { Health } from './health.js'

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

type Labels = Record<string, string>
type Sample = [labels: Labels, value: number]

/** @param countDroppedLines counts the lines of the log that were lost so far */
export function createMetrics(countDroppedLines = () => 0) {
  const startedS = Date.now() / 1_000
  const answers = new Map<string, number>()
  const refused = new Map<string, number>()

  /** Writes all metrics. Those of a database that fails are left out. */
  function toText({ state, conditions, orders, lastOrder, waiting, dead, version }: Health): string {
    const names = conditions.map(({ name }) => name)
    const held = CONDITION_NAMES.map((name): [string, number] => [name, Number(names.includes(name))])
    const waits = waiting?.by.map(({ reason, events }): [string, number] => [reason ?? 'none', events]) ?? []
    const deaths = dead?.by.map(({ reason, events }): [string, number] => [reason, events]) ?? []
    const lines = [
      gauge('condition', 'Whether /health names this condition.', by('name', held)),
      gauge('down', 'Whether pages get 503.', one(Number(state === 'down'))),
      gauge('orders', 'Orders of 24 hours by outcome.', by('outcome', Object.entries(orders ?? {}))),
      gauge(
        'last_order_seconds',
        'When the last order arrived, since 1970.',
        one(lastOrder && Date.parse(lastOrder) / 1_000),
      ),
      gauge('waiting', 'Events that wait, by reason; "none" was not tried yet.', by('reason', waits)),
      gauge('waiting_bytes', 'Size of the events that wait.', one(waiting?.bytes)),
      gauge(
        'oldest_waiting_seconds',
        'Age of the oldest event that waits.',
        one(waiting && (waiting.oldestMs ?? 0) / 1_000),
      ),
      gauge('dead', 'Dead letters, by reason.', by('reason', deaths)),
      counter(
        'dead_dropped',
        'Dead letters deleted for lack of room since the database was created.',
        one(dead?.dropped),
      ),
      counter('answers', 'Answers to requests, by status.', by('status', [...answers])),
      counter('requests_refused', 'Refused requests, by code.', by('code', [...refused])),
      counter('log_lines_dropped', 'Lines of the log that were lost.', one(countDroppedLines())),
      gauge('started_seconds', 'When this process started, since 1970.', one(startedS)),
      gauge('build_info', 'Always 1.', by('version', [[version, 1]])),
    ]
    return `${lines.flat().join('\n')}\n`
  }

  return {
    /** The proxy calls it with each answer. */
    onAnswered({ status, code }: AnswerSummary) {
      addOne(answers, `${Math.floor(status / 100)}xx`)
      if (code) addOne(refused, code)
    },
    toText,
  }
}

function write(name: string, type: string, help: string, samples: Sample[]): string[] {
  const lines = samples.map(([labels, value]) => `ringup_${name}${toLabels(labels)} ${value}`)
  return [`# HELP ringup_${name} ${help}`, `# TYPE ringup_${name} ${type}`, ...lines]
}
const gauge = (name: string, help: string, samples: Sample[]) => write(name, 'gauge', help, samples)
const counter = (name: string, help: string, samples: Sample[]) => write(`${name}_total`, 'counter', help, samples)
const one = (value: number | '' | null | undefined): Sample[] => (typeof value === 'number' ? [[{}, value]] : [])
const by = (label: string, rows: [string, number][]): Sample[] =>
  rows.map(([name, value]) => [{ [label]: name }, value])
const addOne = (counts: Map<string, number>, name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1)

function toLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
