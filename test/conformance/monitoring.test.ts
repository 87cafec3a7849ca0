/** Promise: the rules for Prometheus and the dashboard for Grafana ask for metrics, and values of labels, that the proxy has. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ALERTS } from '../../src/proxy/operate/alerts.js'
import { PROBLEM_NAMES } from '../../src/proxy/operate/health.js'
import { createMetrics } from '../../src/proxy/operate/metrics.js'
import { REASONS } from '../../src/proxy/operate/sentences.js'
import { PROBLEMS } from '../../src/proxy/problem.js'

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; todo: string }
}

const path = (name: string) => join('src/proxy/deploy', name)
const rules: Rule[] = parse(readFileSync(path('prometheus-rules.yml'), 'utf8')).groups[0].rules
const dashboard: {
  panels: { id: number; title: string; targets: { expr: string }[] }[]
  templating: { list: { query: unknown }[] }
} = JSON.parse(readFileSync(path('grafana-dashboard.json'), 'utf8'))

const FILES: [name: string, expressions: string[]][] = [
  ['prometheus-rules.yml', rules.map(({ expr }) => expr)],
  ['grafana-dashboard.json', dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))],
]

/** By label: what it may be. */
const VALUES: Record<string, string[]> = {
  reason: [...PROBLEM_NAMES, ...Object.keys(REASONS), 'none'],
  outcome: ['delivered', 'new', 'duplicate', 'limited', ...Object.keys(REASONS)],
  code: Object.keys(PROBLEMS),
}

async function readMetrics(): Promise<Map<string, string[]>> {
  const metrics = createMetrics('1.2.3')
  metrics.onAnswered({ method: 'POST', status: 403, ms: 1, code: 'origin' })
  const text = await metrics.toText({ state: 'ok', problems: [], counts: undefined })
  const names = [...text.matchAll(/^(ringup_\w+)(?:\{([^}]*)\})? /gm)]
  return new Map(
    names.map(([, name = '', labels = '']) => [name, [...labels.matchAll(/(\w+)="/g)].map(([, l = '']) => l)]),
  )
}

describe.each(FILES)('%s', (_name, expressions) => {
  test('names metrics that the proxy has', async () => {
    const known = [...(await readMetrics()).keys(), 'ringup_waiting', 'ringup_dead'] // those two have no value yet
    const named = expressions.flatMap((each) => each.match(/\bringup_\w+/g) ?? [])
    expect(named.length).toBeGreaterThan(8)
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })

  test('names values that the labels may have', () => {
    const asked = expressions.flatMap((each) => [...each.matchAll(/\b(reason|outcome|code)[!=]~?"([^"$]+)"/g)])
    const values = asked.flatMap(([, label = '', text = '']) => text.split('|').map((value) => [label, value] as const))
    expect(values.length).toBeGreaterThan(0)
    expect(values.filter(([label, value]) => !VALUES[label]?.includes(value))).toEqual([])
  })
})

test('each rule has a severity, and says what is so and what to do', () => {
  expect(rules.length).toBeGreaterThan(8)
  for (const { alert, labels, annotations } of rules) {
    expect({ alert, labels, annotations }).toEqual({
      alert: expect.stringMatching(/^Ringup[A-Z]\w+$/),
      labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
      annotations: { summary: expect.stringMatching(/\.$/), todo: expect.stringMatching(/\.$/) },
    })
  }
})

test('whatever RINGUP_ALERT_URL tells, a rule tells too', () => {
  const all = rules.map(({ expr }) => expr).join('\n')
  const asked: Partial<Record<string, string>> = { old: 'oldest', queue_full: 'reason!~', queue_failed: 'reason!~' }
  expect(Object.keys(ALERTS).filter((name) => !all.includes(asked[name] ?? name))).toEqual([])
})

test('the panels of the dashboard have each an id and a place of their own', () => {
  const ids = dashboard.panels.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(JSON.stringify(dashboard.templating.list)).toContain('label_values(ringup_build_info, instance)')
})
