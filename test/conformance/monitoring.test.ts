/** Promise: each reason of health has a sentence, an action, an alert, and a rule for Prometheus on an existing metric. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { CONDITION_NAMES, CONDITIONS } from '../../src/proxy/operate/conditions.js'
import { createMetrics } from '../../src/proxy/operate/metrics.js'
import { toPrometheusRules } from '../support/prometheus-rules.js'

const FILE = 'src/proxy/deploy/prometheus-rules.yml'

test('the reference tables: the rules for Prometheus cover all reasons of health', async () => {
  // `npm run readme` writes them.
  await expect(toPrometheusRules()).toMatchFileSnapshot(`../../${FILE}`)
})

test('the rules are valid for Prometheus, and each uses a metric of the proxy', async () => {
  const rules: { alert: string; expr: string; for: string; annotations: Record<string, string> }[] = parse(
    readFileSync(FILE, 'utf8'),
  ).groups[0].rules
  const metrics = await createMetrics('1.2.3').toText({ state: 'ok', problems: [], counts: undefined })
  const missing = rules.filter(({ expr }) => !expr.startsWith('up{') && !metrics.includes(`\n${expr.split(' ')[0]} 0`))
  expect(rules).toHaveLength(CONDITION_NAMES.filter((name) => CONDITIONS[name].severity !== 'none').length + 1)
  expect(missing).toEqual([])
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { annotations } of rules) {
    expect(Object.keys(annotations)).toEqual(['summary', 'todo'])
  }
})

test.each(CONDITION_NAMES)('%s: problem and action are sentences', (name) => {
  const { wrong, todo } = CONDITIONS[name]
  expect([wrong, todo]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/[.?]$/)])
})
